/**
 * A statement with many lines: reads and books it, matches certain lines automatically, then computes suggestions for up
 * to `--suggest` of its lines. Part of `npm run bench`; alone, on its own database:
 * node scripts/with-postgres.ts -- node scripts/bench/statements.ts [--lines 5000 --projects 2000 --suggest 100000]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dayOf } from '#shared/dates.ts'
import { type Db, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readStatementFile } from '#features/bank-statements/reading/file.ts'
import { autoMatch, storedLines } from '#features/bank-statements/server/auto-match.ts'
import { importScanned } from '#features/bank-statements/server/import.ts'
import { scanFile } from '#features/bank-statements/server/scan.ts'
import { suggestionsFor } from '#features/bank-statements/server/suggestions.ts'
import { camtEntry, euros, houseIban } from '#test/statements.ts'
import { generate } from './generate.ts'

/** Seconds and, above the idle process, the peak memory (RSS, megabytes) of reading with booking, and of suggesting. */
export type StatementRun = {
  lines: number
  readSeconds: number
  matchSeconds: number
  asked: number
  suggestSeconds: number
  suggested: number
  idleRss: number
  readRss: number
  suggestRss: number
}

export async function measureStatements(url: string, lines: number): Promise<StatementRun> {
  const child = fork(
    fileURLToPath(import.meta.url),
    ['--lines', String(lines), '--suggest', String(mostSuggested)],
    {
      // A growing heap keeps garbage; a small one shows the real need.
      execArgv: ['--max-old-space-size=128', '--max-semi-space-size=4'],
      env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const [run] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the statement ended without a result'))),
  ])) as [StatementRun]
  child.kill()
  return run
}

export function statementLine(run: StatementRun): string {
  const above = (rss: number) =>
    `${Math.round(rss - run.idleRss)} MB above the idle ${Math.round(run.idleRss)} MB`
  const each = ((run.suggestSeconds / run.asked) * 1000).toFixed(2)
  return `statement, ${run.lines} lines: read and booked in ${run.readSeconds.toFixed(1)} s (${above(run.readRss)}), matched by itself in ${run.matchSeconds.toFixed(1)} s, ${run.asked} suggested in ${run.suggestSeconds.toFixed(1)} s, ${each} ms a line (${above(run.suggestRss)}); ${run.suggested} have a suggestion`
}

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '5000' },
    projects: { type: 'string', default: '2000' },
    suggest: { type: 'string', default: '100000' },
  },
  strict: import.meta.main,
})

const mostSuggested = Number(values.suggest)

if (import.meta.main) {
  if (process.send) process.send(await run(Number(values.lines)))
  else console.log(statementLine(await measureStatements(await ownDatabase(), Number(values.lines))))
}

/** A fresh database with generated projects on the current server. */
async function ownDatabase(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is missing: run this through scripts/with-postgres.ts')
  const opened = await openDatabase({ databaseUrl: server, dataDir: '' })
  await migrate(opened)
  await generate(opened.pool, { size: Number(values.projects), seed: 1, today: dayOf(new Date()) })
  await opened.close()
  return server
}

async function run(lines: number): Promise<StatementRun> {
  const { db, close } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
  const folder = mkdtempSync(join(tmpdir(), 'bench-statement-'))
  const now = new Date()
  const [today, context] = [dayOf(now), { actor: { id: null, name: 'Bench' }, now }]
  await db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  const path = join(folder, 'statement.xml')
  await write(path, lines, await wordsOf(db), today)
  const rss = () => process.memoryUsage.rss() / 1_048_576
  const idleRss = rss()
  let peak = idleRss
  const sampling = setInterval(() => (peak = Math.max(peak, rss())), 20)
  const taken = async <T>(work: () => Promise<T>) => {
    const started = performance.now()
    peak = rss()
    const result = await work()
    return { result, seconds: (performance.now() - started) / 1000, rss: peak }
  }
  try {
    const read = await taken(async () => {
      const scanned = await scanFile(db, readStatementFile(path), { account: null, today })
      return inTransaction(db, async (tx) => {
        const file = await tx
          .insertInto('bank_statement_files')
          .values({ filename: 'bench', size_bytes: 0, state: 'done', created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        const read = () => readStatementFile(path)
        return { id: file.id, ...(await importScanned(tx, context, { file_id: file.id, scanned, read })) }
      })
    })
    const { id, fresh } = read.result
    if (fresh.length !== lines) throw new Error(`${fresh.length} of ${lines} lines came in`)
    const matching = await taken(() => autoMatch(db, context, { file_id: id, lines: fresh, today }))
    // Spread over the whole statement.
    const asked = fresh.filter((_, at) => at % Math.ceil(lines / mostSuggested) === 0)
    const suggesting = await taken(() => suggestAll(db, asked))
    return {
      lines,
      readSeconds: read.seconds,
      matchSeconds: matching.seconds,
      asked: asked.length,
      suggestSeconds: suggesting.seconds,
      suggested: suggesting.result,
      idleRss,
      readRss: read.rss,
      suggestRss: suggesting.rss,
    }
  } finally {
    clearInterval(sampling)
    rmSync(folder, { recursive: true })
    await close()
  }
}

/** Suggestions for all lines, several at a time; returns how many lines have one. */
async function suggestAll(db: Db, ids: readonly number[]): Promise<number> {
  let suggested = 0
  for (let start = 0; start < ids.length; start += 500) {
    const lines = await storedLines(db, ids.slice(start, start + 500))
    for (const suggestions of await suggestionsFor(db, lines)) suggested += suggestions.length > 0 ? 1 : 0
  }
  return suggested
}

/** Titles and numbers that occur in lines. */
async function wordsOf(db: Db) {
  const titles = await db.selectFrom('projects').select('title').orderBy('id').limit(1000).execute()
  const payouts = await db
    .selectFrom('payouts')
    .select(['number', 'amount_cents'])
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(200)
    .execute()
  return { titles: titles.map((row) => row.title), payouts }
}

async function write(
  path: string,
  lines: number,
  { titles, payouts }: Awaited<ReturnType<typeof wordsOf>>,
  day: string,
): Promise<void> {
  const entry = (at: number) => {
    const payout = at % 100 === 0 ? payouts[at / 100] : undefined
    if (payout) return { cents: -payout.amount_cents, name: 'Verein', text: `SEPA ${payout.number}` }
    const name = `Spender ${at % 7919}`
    const cents = 500 + ((at * 7919) % 20_000)
    return { cents, name, text: `Spende ${titles[(at * 31) % titles.length]} ${at}` }
  }
  let sum = 0
  for (let at = 0; at < lines; at++) sum += entry(at).cents
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>\n`
  function* pieces() {
    yield `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>B</MsgId></GrpHdr>
<Stmt><Id>B${Date.now()}</Id><ElctrncSeqNb>1</ElctrncSeqNb><Acct><Id><IBAN>${houseIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', 0)}${balance('CLBD', sum)}`
    for (let at = 0; at < lines; at++) yield camtEntry(entry(at), '08', day)
    yield '</Stmt></BkToCstmrStmt></Document>\n'
  }
  await pipeline(pieces(), createWriteStream(path))
}
