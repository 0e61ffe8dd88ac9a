import { defineConfig } from 'vitest/config'
import { patience } from './test/runs.ts'

/** Tests on the real files beside the project; they fail where those are missing. */
export default defineConfig({
  test: {
    include: ['src/**/*.data-test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/texts-in-place.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    maxWorkers: 2,
    pool: 'forks',
  },
})
