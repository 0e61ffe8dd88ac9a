/**
 * npm run bench [-- --size 100000 --rounds 3 --seconds 0.7 --only text --out FILE --part PART]: measures the product on a
 * throw-away PostgreSQL full of generated projects, beside the floor. Ends with 1 when a list misses its mark at
 * 100,000 projects.
 *
 * - `--before FOLDER` measures the lists beside another checkout instead of the floor, and ends with 1 when one is worse
 *   than 1.1 times.
 * - `--part export | palette | desk | receipts | counts` measures that part alone: the export; the palette; the counts of
 *   saved views and a queue as it opens; a run of `--receipts`; and the kept counts, each sum beside the next finer one.
 *   `--exceljs FOLDER` writes the export's cells with the exceljs that is installed there too (npm install --prefix FOLDER
 *   exceljs): no dependency of ours.
 * - `--part engine [--megabytes 20]` measures starts, an import and its undo on the built-in database (`engine.ts`).
 * - `--part money --size 1000000 --rows 10000000 [--checks no]` measures the money views at so many ledger rows
 *   (`money.ts`).
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { dayOf } from '#shared/dates.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { findOrganizationCountDifferences } from '#features/organizations/server/counts.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import { type Database, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { measureBefore, worseMark } from './before.ts'
import { dueDayLine, measureDueDay } from './due-day.ts'
import { measureEngine } from './engine.ts'
import { exportLines, measureExport } from './export.ts'
import { generate } from './generate.ts'
import { measureImports } from './import.ts'
import { measureKeptCounts } from './kept-counts.ts'
import { listCases, measureLists, passes, table } from './lists.ts'
import { measureDesk } from './desk.ts'
import { measureMoney } from './money.ts'
import { measurePalette } from './palette.ts'
import { measureReceipts, receiptsLine } from './receipts.ts'
import { measureStatements, statementLine } from './statements.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.7' },
    only: { type: 'string' },
    lines: { type: 'string', default: '100000' },
    receipts: { type: 'string', default: '1000' },
    out: { type: 'string' },
    part: { type: 'string' },
    exceljs: { type: 'string' },
    megabytes: { type: 'string', default: '20' },
    before: { type: 'string' },
    rows: { type: 'string', default: '10000000' },
    checks: { type: 'string', default: 'yes' },
  },
})
const size = Number(values.size)
if (![10_000, 100_000, 1_000_000].includes(size)) throw new Error('--size is 10000, 100000 or 1000000')

// The 200 MB file takes minutes: node scripts/bench/import.ts
const smallImport = { megabytes: 0, only: 'small', database: 'postgresql' } as const

const server = process.env.TEST_DATABASE_URL
if (!server) throw new Error('run this through npm run bench: it needs a throw-away PostgreSQL')
const url = new URL(server)
url.pathname = `/bench_${size}`

if (values.before !== undefined) {
  const measured = await measureBefore(server, values.before, {
    size,
    today: dayOf(new Date()),
    cases: listCases(size),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    only: values.only,
  })
  if (values.out) writeFileSync(values.out, `${table(measured, ['before', 'now'])}\n`)
  const worse = measured.filter(({ ratio }) => ratio > worseMark)
  console.log(
    `${measured.length - worse.length} of ${measured.length} at most ${worseMark} times ${values.before}`,
  )
  process.exit(worse.length > 0 ? 1 : 0)
}

if (values.part === 'engine') {
  for (const line of await measureEngine(Number(values.megabytes))) console.log(line)
  process.exit()
}
// Money and receipts have their own databases.
if (values.part === 'money') {
  const { rounds, seconds, only, out, checks } = values
  const extent = { projects: size, rows: Number(values.rows), seed: Number(values.seed) }
  const list = { rounds: Number(rounds), seconds: Number(seconds), only }
  await measureMoney(server, { extent, list, out, checks: checks !== 'no' })
  process.exit()
}
if (values.part === undefined || values.part === 'receipts')
  console.log(receiptsLine(await measureReceipts(server, Number(values.receipts))))
if (values.part === 'receipts') process.exit()

const database = await prepared()
try {
  if (values.part === undefined) await everythingElse()
  if (values.part === undefined || values.part === 'palette')
    for (const line of await measurePalette(database.db)) console.log(line)
  if (values.part === undefined || values.part === 'desk')
    for (const line of await measureDesk(database.db)) console.log(line)
  if (values.part === 'counts') for (const line of await measureKeptCounts(database.db)) console.log(line)
  if (values.part === undefined || values.part === 'export')
    for (const line of exportLines(await measureExport(url.href, values.exceljs))) console.log(line)
} finally {
  await database.close()
}

async function everythingElse(): Promise<void> {
  const options = {
    cases: listCases(size),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    only: values.only,
  }
  const measured = await measureLists(database, url.href, options)
  if (values.out) writeFileSync(values.out, `${table(measured)}\n`)
  const missed = measured.filter((result) => !passes(result))
  console.log(`${measured.length - missed.length} of ${measured.length} within the mark at ${size} projects`)
  if (missed.length > 0 && size === 100_000) process.exitCode = 1
  for (const { name, seconds, peakMb } of await measureImports(smallImport))
    console.log(`import, ${name}: ${seconds} s, at most ${peakMb} MB`)
  console.log(statementLine(await measureStatements(url.href, Number(values.lines))))
  console.log(dueDayLine(await measureDueDay(database.db, 10_000)))
}

/** The generated database; an existing one on the same server is reused. */
async function prepared(): Promise<Database> {
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  const name = url.pathname.slice(1)
  const { rowCount } = await admin.pool.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await admin.pool.query(`create database ${name}`)
  await admin.close()
  const options = { databaseUrl: url.href, dataDir: '', statementTimeout: 0, queryTimeout: 3_600_000 }
  const opened = await openDatabase(options)
  if (rowCount) return opened
  const started = performance.now()
  await migrate(opened)
  await generate(opened.pool, { size, seed: Number(values.seed), today: dayOf(new Date()) })
  const differences = [
    ...(await findLedgerDifferences(opened.db)),
    ...(await findCountDifferences(opened.db)),
    ...(await findOrganizationCountDifferences(opened.db)),
  ]
  if (differences.length > 0)
    throw new Error(`the generated rows contradict each other: ${differences.length}`)
  console.log(`${size} projects made in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return opened
}
