import { defineConfig } from 'vitest/config'
import { compiledCode } from './test/compiled-code.ts'
import { handedOn } from './test/global-setup.ts'
import { patience } from './test/runs.ts'
import { secondTries } from './test/second-tries.ts'
import { textModules } from './vite/texts.ts'

/** Tests that open pages of the product (`openPage`). */
const pages = [
  'src/{app,features}/**/*.test.tsx',
  'src/web/shell/AtHand.test.tsx',
  'src/web/storage.test.tsx',
]

/** Tests that change what others of their process see: the environment, a browser's names, streams, the build. */
const alone = ['src/**/*.test.tsx', 'src/web/api.test.ts', 'scripts/**/*.test.ts', 'test/start.test.ts']

/** What depends on the database server, which CI runs on PostgreSQL 15 as well: migrations, ledger, lists, search, jobs. */
const postgres15 = [
  'src/server/db/{away,fold,migrate,prepared,schema}.test.ts',
  'src/server/{audit-seals,jobs,list,list-record,slug,worker,words-that-go}.test.ts',
  'src/features/{ledger,search,jobs}/**/*.test.ts',
  'src/features/{projects,organizations,payouts}/server/{filters,list,counts,plans}.test.ts',
  'test/{database,every-list,keys,locks,races,three-processes}.test.ts',
]

// Each thread that reads a file and each process of a page test would compile the same sources again.
process.env.NODE_COMPILE_CACHE ??= compiledCode

export default defineConfig({
  plugins: [textModules()],
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/texts-in-place.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    reporters: ['default', secondTries],
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
          // As for journeys: a second try tells what is broken from what fails by chance. Rules with random input have none.
          retry: 1,
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
      // Only with a server from outside (npm run test:postgres): all of it is part of `server`.
      ...(process.env.TEST_DATABASE_URL
        ? [
            {
              extends: true as const,
              test: { name: 'postgres15', include: postgres15, exclude: alone, isolate: false },
            },
          ]
        : []),
    ],
  },
})
