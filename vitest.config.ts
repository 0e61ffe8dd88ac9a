import { defineConfig } from 'vitest/config'
import { compiledCode } from './test/compiled-code.ts'
import { handedOn } from './test/global-setup.ts'
import { patience } from './test/runs.ts'
import { secondTries } from './test/second-tries.ts'
import { subjectsOfRoutes } from './vite/subjects.ts'
import { textModules } from './vite/texts.ts'

/**
 * `npm test` opens pages with React's production build, as the product does, which takes a seventh less time; single runs
 * use the development build, which warns.
 */
const react = process.env.PAGES === 'production' ? { NODE_ENV: 'production' } : {}
/** The two builds need caches of their own: Vitest's cache key leaves out how JSX was compiled. */
const transformed = `node_modules/.vitest-cache/${'NODE_ENV' in react ? 'production' : 'development'}`

/** Tests that open pages of the product (`openPage`). */
const pages = [
  'src/{app,features}/**/*.test.tsx',
  'src/web/shell/{Navigation,RailAndDensity}.test.tsx',
  'src/web/storage.test.tsx',
]

/** The slow ones of them: they open every page in one state. */
const thoroughPages = ['src/app/web/{empty-states,failed-states,text-direction}.test.tsx']

/** Tests that change shared process state: the environment, browser globals, streams, the build. */
const alone = [
  'src/web/api.test.ts',
  // It sets the page's own stores, in a process without a window.
  'src/app/web/prerender.test.tsx',
  // These move in the window's history.
  'src/web/{router,table/state,ui}/{navigate,scroll-restoration,useListState,lazyDialog}.test.tsx',
  'scripts/**/*.test.ts',
]
/** The slow ones of them: they start programs with a database of their own. */
const thoroughAlone = ['scripts/with-postgres.test.ts', 'test/start.test.ts']

/**
 * Tests that depend on the database server, which CI also runs on PostgreSQL 15: migrations, ledger, lists, search,
 * jobs.
 */
const postgres15 = [
  'src/server/db/{connection-errors,fold,migrate,prepared,schema}.test.ts',
  'src/server/audit/seals.test.ts',
  'src/server/work/{jobs,worker}.test.ts',
  'src/server/lists/{list-query,list-record}.test.ts',
  'src/server/db/free-slug.test.ts',
  'src/server/search/unused-words.test.ts',
  'src/features/{ledger,search,jobs}/**/*.test.ts',
  'src/features/{projects,organizations,payouts}/server/{filters,list,counts}.test.ts',
  'test/{database,every-list,key-sheets,locks,races,three-processes}.test.ts',
]

/**
 * Slow tests that rarely find more than nearer ones: CI runs them, `npm test` does not (docs/testing.md), and
 * `npm run test:changed` does where they are nearest to a change. They take two thirds of the CPU time of all server tests.
 */
const thorough = [
  // Every route, for every right, company, hostile value or pair of calls.
  'test/{every-change,every-change-refreshes,every-export,every-pair,every-route,hidden-data}.test.ts',
  'test/{hostile-files,hostile-input,uploads-once,undone-import}.test.ts',
  // Several processes, killed or frozen, or a separate database cluster.
  'test/{database-frozen,three-processes}.test.ts',
  'src/server/audit/seals.test.ts',
  'src/server/work/jobs.test.ts',
  'src/server/db/embedded/embedded.test.ts',
  'src/features/demo/server/seed.test.ts',
  // Rules tried with random input, and every order of the steps of an import, a receipt run, a statement or a payout.
  'src/features/imports/server/{booked-reversals,closed-records,company,identity,previous-imports,reimport,repair,reversals,same-names,shapes,work}.test.ts',
  'src/features/imports/server/{all-or-nothing,choices,formats,hidden-parts,lost-lease,money-rights,questions,rate-sums,recipes,run}.test.ts',
  'src/features/imports/server/undo/*.test.ts',
  'src/features/exports/server/{list-export,round-trip,sets}.test.ts',
  'src/features/history/server/undo.test.ts',
  'src/features/documents/server/{companies,links,streaming}.test.ts',
  'src/features/receipts/server/{drawing,ledger-check,machine-made,receipts,uploaded}.test.ts',
  'src/features/signatures/server/signatures.test.ts',
  'src/features/bank-statements/server/{day-reports,equal-gifts,import,interrupted-file,known-lines,letters,original-file,sent-back}.test.ts',
  'src/features/bank-statements/server/{collective-lines,csv-layouts,decide-lines,own-account,payouts-on-statements,splits,suggestions}.test.ts',
  'src/features/payouts/server/{bank-answers,settlement}.test.ts',
  'src/features/funding/server/{company-defunding,races}.test.ts',
  'src/features/intake/server/{orders,payouts-on-statements}.test.ts',
  'src/features/ledger/server/random-events.test.ts',
  'src/features/private-donations/server/{donor-races,duplicates,totals}.test.ts',
  'src/features/dashboard/server/waiting.test.ts',
  'src/features/statistics/server/{gift-counts,gift-sets}.test.ts',
  'src/features/session/server/routes.test.ts',
  'src/features/work/server/routes.test.ts',
  'test/races.test.ts',
  // Readers of strangers' files and PDFs, file by file.
  'src/features/bank-statements/reading/{camt,csv-layouts,dialects}.test.ts',
  'src/features/document-reading/reading/inspect.test.ts',
  'src/features/{imports,photos}/reading/in-sandbox.test.ts',
  'src/features/document-templates/render/{built-in-layout,every-pdf,fill-template,forms}.test.ts',
  'src/features/document-templates/server/legal-checklist.test.ts',
  // Query plans at a large size, and what stands below the features.
  'src/features/{ledger,search}/server/plans.test.ts',
  'src/server/db/{connection-errors,fold,migrate}.test.ts',
  'src/server/files/{data-dir,files}.test.ts',
  'src/server/http/slow-bodies.test.ts',
  'src/server/mail/smtp.test.ts',
  'src/server/search/unused-words.test.ts',
]

// Otherwise each file-reading thread and each process of a page test would compile the same sources again.
process.env.NODE_COMPILE_CACHE ??= compiledCode

const pageTests = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    env: react,
    setupFiles: ['test/pages-in-turn.tsx'],
    // As for journeys: a retry separates broken tests from flaky ones. Rules with random input have none.
    retry: 1,
    // A separate process per file, which loads the product and opens a database, took more than half of the run.
    isolate: false,
  },
})

const testsAlone = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude, env: { [handedOn]: '' } },
})

export default defineConfig({
  plugins: [textModules(), subjectsOfRoutes()],
  ...('NODE_ENV' in react && { oxc: { jsx: { development: false } } }),
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    // Less than a test's, so that a failure shows what was waited for. Without it a poll waits one second.
    expect: { poll: { timeout: patience / 2 } },
    reporters: ['default', secondTries],
    maxWorkers: 2,
    pool: 'forks',
    // Pages and answers leave much garbage: with more room for young objects a run takes a twelfth less time.
    execArgv: ['--max-semi-space-size=64'],
    fsModuleCachePath: transformed,
    // For `npm run coverage`, which prints it by room.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      reporter: ['json-summary'],
      reportsDirectory: 'node_modules/.cache/coverage',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...alone, ...thoroughAlone, ...thorough],
          // Loading the product's modules anew for each of some 250 files took a third of the run.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'thorough', include: thorough, isolate: false },
      },
      pageTests('pages', pages, [...thoroughPages, ...alone]),
      pageTests('thorough-pages', thoroughPages),
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          exclude: [...pages, ...alone],
          setupFiles: ['test/components-in-turn.tsx'],
          // A process and a jsdom per file took more than half of the run.
          isolate: false,
        },
      },
      testsAlone('alone', alone, thoroughAlone),
      testsAlone('thorough-alone', thoroughAlone),
      // Only with an external server (npm run test:postgres): otherwise `server` includes all of it.
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
