import { defineConfig } from 'vitest/config'
import { patience } from './test/runs.ts'
import { textModules } from './vite/texts.ts'

export default defineConfig({
  plugins: [textModules()],
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/texts-in-place.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    maxWorkers: 2,
    pool: 'forks',
  },
})
