/**
 * Measures the money views beside hand-written SQL that answers the same figures, on a throw-away PostgreSQL with a
 * ledger of that size, every check of the ledger, and the settlement of 10,000 projects.
 * POSTGRES_FOLDER=FOLDER keeps the filled database there for the next run, which can then leave out the checks.
 */
import { writeFileSync } from 'node:fs'
import { dayOf } from '#shared/dates.ts'
import { addWaitingGifts } from '#features/statistics/server/gift-counts.ts'
import { addWaitingSums } from '#features/statistics/server/organization-figures.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { type Database, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { generate } from './generate.ts'
import { measureLists, passes, table } from './lists.ts'
import { moneyCases } from './money-cases.ts'
import { muchMoney } from './money-generate.ts'
import { measureSettlement } from './settlement.ts'

/** Maximum answer time for a person, in milliseconds. */
const answerWithin = 300

type Extent = { projects: number; rows: number; seed: number }
type MoneyOptions = {
  extent: Extent
  list: { rounds: number; seconds: number; only: string | undefined }
  /** File for the table. */
  out: string | undefined
  checks: boolean
}

/** Measures and prints the money part of `npm run bench`; throws when a check of the ledger is broken. */
export async function measureMoney(
  databaseUrl: string,
  { extent, list, out, checks }: MoneyOptions,
): Promise<void> {
  const options = { databaseUrl, dataDir: '', statementTimeout: 0, queryTimeout: 3_600_000 }
  const database = await openDatabase(options)
  try {
    await migrate(database)
    await fill(database, extent)
    if (checks) await check(database)
    const cases = await moneyCases(database)
    const measured = await measureLists(database, databaseUrl, { cases, connections: [1], ...list })
    if (out) writeFileSync(out, `${table(measured)}\n`)
    const slow = measured.filter((result) => result.product.p50 > answerWithin)
    console.log(
      `${measured.filter(passes).length} of ${measured.length} within 1.5 times the hand-written SQL`,
    )
    console.log(`${measured.length - slow.length} of ${measured.length} within ${answerWithin} ms`)
    if (!list.only || 'settlement'.includes(list.only)) console.log(await measureSettlement(database.db))
  } finally {
    await database.close()
  }
}

/** Fills an empty database; a filled one is reused. */
async function fill({ pool, db }: Database, { projects, rows: ledgerRows, seed }: Extent): Promise<void> {
  const started = performance.now()
  const known = await pool.query('select from projects limit 1')
  if (!known.rowCount) {
    await generate(pool, { size: projects, seed, today: dayOf(new Date()) }, muchMoney(ledgerRows))
  }
  while ((await addWaitingGifts(db)) > 0);
  while ((await addWaitingSums(db)) > 0);
  const { rows } = await pool.query(`select (select count(*) from projects) as projects,
    (select count(*) from ledger_transactions) as transactions, (select count(*) from ledger_rows) as ledger_rows,
    (select count(*) from funding_totals) as totals`)
  console.log(rows[0], `${((performance.now() - started) / 1000).toFixed(0)} s`)
}

/** Every check on the page, with its time. */
async function check({ db }: Database): Promise<void> {
  for (const one of ledgerChecks) {
    const started = performance.now()
    const { checked, broken, rows } = await db.transaction().execute((tx) => runCheck(tx, one))
    console.log(`check ${one.key}: ${checked}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
    if (broken > 0) throw new Error(`${one.key}: ${broken} broken: ${JSON.stringify(rows[0])}`)
  }
  const [difference] = await findLedgerDifferences(db)
  if (difference) throw new Error(`the ledger differs: ${JSON.stringify(difference)}`)
}
