import { defineConfig } from 'vitest/config'
import { compiledCode } from './test/compiled-code.ts'
import { handedOn } from './test/global-setup.ts'
import { patience } from './test/runs.ts'
import { textModules } from './vite/texts.ts'

/** Tests that open pages of the product (`openPage`). */
const pages = [
  'src/{app,features}/**/*.test.tsx',
  'src/web/shell/AtHand.test.tsx',
  'src/web/storage.test.tsx',
]

/** Tests that change what others of their process see: the environment, a browser's names, streams, the build. */
const alone = ['src/**/*.test.tsx', 'src/web/api.test.ts', 'scripts/**/*.test.ts', 'test/start.test.ts']

// Each thread that reads a file and each process of a page test would compile the same sources again.
process.env.NODE_COMPILE_CACHE ??= compiledCode

export default defineConfig({
  plugins: [textModules()],
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/texts-in-place.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    maxWorkers: 2,
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...alone],
          // Reading the product's modules anew for each of some 250 files was a third of the run's time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: pages,
          setupFiles: ['test/pages-in-turn.tsx'],
          // A process of its own for each file, with the product to read and a database to open, was more than half of it.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          exclude: [...pages],
          env: { [handedOn]: '' },
        },
      },
    ],
  },
})
