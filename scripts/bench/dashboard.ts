/**
 * node scripts/with-postgres.ts shared_buffers=1GB -- node scripts/bench/dashboard.ts [--size 1000000]: how long the
 * statements of the start page take, and their plans, with ten ledger rows per generated project.
 */
import { parseArgs } from 'node:util'
import { type CompiledQuery, sql } from 'kysely'
import { addDays, dayOf } from '#shared/dates.ts'
import { fundingOf, longestWaiting, sumLists } from '#features/dashboard/server/queries.ts'
import { spanOf } from '#shared/periods.ts'
import { type Database, type Db, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { generate } from './generate.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } })
const server = process.env.TEST_DATABASE_URL
if (!server) throw new Error('run this through scripts/with-postgres.ts: it needs a throw-away PostgreSQL')
const today = dayOf(new Date())
const options = { databaseUrl: server, dataDir: '', statementTimeout: 0, queryTimeout: 3_600_000 }
const database = await openDatabase(options)
try {
  await migrate(database)
  await generate(database.pool, { size: Number(values.size), seed: 1, today })
  await fillLedger(database)
  await time('sums made anew from the ledger', 1, () =>
    sql`select rebuild_ledger_sums()`.execute(database.db),
  )
  const rows = await sql`select (select count(*) from ledger_rows) as ledger_rows,
    (select count(*) from project_counts) as counts, (select count(*) from funding_totals) as totals`.execute(
    database.db,
  )
  console.log(rows.rows[0])
  await measure('counts and missing cents', (db) => sumLists(db))
  await measure('longest waiting', (db) => longestWaiting(db, 5))
  await measure('funding of 12 months', (db) => fundingOf(db, spanOf('12_months', today)))
  await measure('funding of the year before', (db) =>
    fundingOf(db, { from: addDays(today, -730), to: addDays(today, -365) }),
  )
} finally {
  await database.close()
}

/** Copies every generated row seven times, so that a million projects have ten million rows. */
async function fillLedger({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set session_replication_role = replica`)
    await client.query(`insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents, funding_id)
      select transaction_id, business_day, purpose, debit_account_id, credit_account_id, 100, funding_id from ledger_rows, generate_series(1, 6)`)
    await client.query('vacuum analyze ledger_rows')
  } finally {
    client.release(true)
  }
}

async function measure(name: string, run: (db: Db) => Promise<unknown>): Promise<void> {
  const queries: CompiledQuery[] = []
  const watched = database.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(database.db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(watched)
  for (const query of queries) {
    const plan = await database.pool.query(`explain (analyze, buffers) ${query.sql}`, [...query.parameters])
    console.log(plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'))
  }
  await time(name, 31, () => run(database.db))
}

async function time(name: string, runs: number, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  console.log(`${name}: ${times[Math.floor(runs / 2)]!.toFixed(2)} ms (median of ${runs})`)
}
