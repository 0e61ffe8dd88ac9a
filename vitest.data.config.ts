import { defineConfig } from 'vitest/config'
import { compiledCode } from './test/compiled-code.ts'
import { patience } from './test/runs.ts'

process.env.NODE_COMPILE_CACHE ??= compiledCode

/** Tests on the real files beside the project; they fail when those are missing. */
export default defineConfig({
  test: {
    include: ['src/**/*.data-test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    maxWorkers: 2,
    pool: 'forks',
  },
})
