import { defineConfig } from 'vitest/config'

/** Tests on the real files beside the project; they fail where those are missing. */
export default defineConfig({
  test: {
    include: ['src/**/*.data-test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/texts-in-place.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
  },
})
