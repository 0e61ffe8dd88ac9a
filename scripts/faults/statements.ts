/**
 * npm run bench:faults -- statements [--cycles 50 --seed 1 --clients 5]: staff upload statements, small ones and ones that a
 * worker reads, match their lines and undo some, while the product is killed with `kill -9` repeatedly. Unanswered
 * calls are repeated after the next start: decisions with their Idempotency-Key, files unchanged. Then: every line of
 * every file exists exactly once, each acknowledged decision too, and every check of the ledger holds.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { addDays, dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { setHouseIban } from '#test/payouts.ts'
import { camt } from '#test/statements.ts'
import { type Answer, freePort, killServer, signIn, startServer, stopServer } from './server.ts'

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    clients: { type: 'string', default: '5' },
  },
})
const [cycles, seed, clients] = [Number(values.cycles), Number(values.seed), Number(values.clients)]
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl) throw new Error('TEST_DATABASE_URL is missing: npm run bench:faults -- statements')
console.log(`seed ${seed}: ${cycles} kills, ${clients} clients`)

type SentFile = { name: string; lines: number; content: string; answer?: Answer }
type SentDecision = { kind: 'match' | 'undo'; line: number; body: object; key: string; answer?: Answer }

// A sequence determined by the seed; interaction between processes also depends on the clock.
let state = seed >>> 0
function roll(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * below)
}

const manyLines = 2_500
const projects = 200
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
const env = {
  PORT: String(port),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ADMIN_PASSWORD: 'a password for faults',
}
const database = await openDatabase({ databaseUrl, dataDir: '' })
const { db } = database
await migrate(database)
await fill()
let server = await startServer(env)
// However this script ends, it kills the server, which is in its own process group.
process.on('exit', () => server.exitCode === null && server.signalCode === null && server.kill('SIGKILL'))
const staff = await signIn(base, 'admin', env.ADMIN_PASSWORD)
const today = dayOf(new Date())
const sent: SentFile[] = []
const decided: SentDecision[] = []
let repeated = 0
const started = Date.now()

for (let cycle = 1; cycle <= cycles; cycle++) {
  const alive = { yes: true }
  const working = Promise.all(Array.from({ length: clients }, (_, at) => work(alive, at)))
  await sleep(300 + roll(2500))
  await killServer(server)
  alive.yes = false
  await working
  server = await startServer(env)
  await repeatUnanswered()
  if (cycle % 10 === 0)
    console.log(`${cycle} kills: ${sent.length} files, ${decided.length} decisions, ${repeated} repeated`)
}
await workersEnd()
const wrong = await report()
await stopServer(server)
await database.close()
rmSync(dataDir, { recursive: true, force: true })
if (wrong.length > 0) console.error(wrong.slice(0, 20).join('\n'))
console.log(wrong.length > 0 ? 'NOT GOOD' : 'good: what was acknowledged is there once')
process.exitCode = wrong.length > 0 ? 1 : 0

async function fill(): Promise<void> {
  await setHouseIban(db)
  await sql`
    insert into organizations (slug, title, preview_token, email_contact, status, review_status, exemption_kind,
      created_at, updated_at)
    values ('verein', 'Verein', 'token', 'verein@example.org', 2, 2, 'public_body', now(), now())`.execute(db)
  await sql`
    insert into projects (slug, title, organization_id, status, review_status, funding_type, created_at, updated_at)
    select 'project-' || n, 'Project ' || n, (select id from organizations), 2, 2, 1, now(), now()
    from generate_series(0, ${projects - 1}::integer) n`.execute(db)
  await sql`
    insert into needs (project_id, title, amount_cents, position) select id, 'All', 900000000, 0 from projects`.execute(
    db,
  )
}

/** One client: the first two upload files, the others decide lines, while the server lives. */
async function work(alive: { yes: boolean }, client: number): Promise<void> {
  while (alive.yes) {
    try {
      if (client < 2) {
        const file = made()
        sent.push(file)
        await send(file)
      } else {
        const next = await choose()
        if (!next) {
          await sleep(50)
          continue
        }
        decided.push(next)
        await decide(next)
      }
    } catch (error) {
      // Cut off by the kill: unanswered requests are repeated after the start.
      if (error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)) return
      throw error
    }
  }
}

/** A statement file with unique lines; occasionally one large enough for a worker. */
function made(): SentFile {
  const nth = sent.length
  const lines = roll(12) === 0 ? manyLines : 5 + roll(30)
  const name = `file-${nth}`
  const statement = {
    number: name,
    day: addDays(today, -(nth % 300)),
    iban: 'DE89370400440532013000',
    lines: Array.from({ length: lines }, (_, at) => ({ cents: 100 + roll(9_000), text: `${name}-${at}` })),
  }
  return { name, lines, content: camt([statement]) }
}

async function send(file: SentFile): Promise<void> {
  await untilItStays(file, async () => {
    const form = new FormData()
    form.append('file', new Blob([file.content]), `${file.name}.xml`)
    return staff.call('POST', '/api/v4/bank-statements/', form)
  })
}

async function choose(): Promise<SentDecision | undefined> {
  const kind = roll(4) === 0 ? 'undo' : 'match'
  const { rows } = await sql<{ id: number; amount_cents: number }>`
    select id, amount_cents from bank_lines where state = ${kind === 'undo' ? 'matched' : 'open'}
    order by id desc limit 1 offset ${roll(20)}`.execute(db)
  const line = rows[0]
  if (!line) return undefined
  const target_slug = `project-${roll(projects)}`
  const body =
    kind === 'undo'
      ? {}
      : { parts: [{ target_type: 'project', target_slug, amount_cents: line.amount_cents }] }
  return { kind, line: line.id, body, key: randomUUID() }
}

async function decide(one: SentDecision): Promise<void> {
  await untilItStays(one, () =>
    staff.call('POST', `/api/v4/bank-transactions/${one.line}/${one.kind}/`, one.body, { key: one.key }),
  )
}

/** Repeats until the answer is final: the killed server's transaction may still be rolling back in the database. */
async function untilItStays(one: { answer?: Answer }, ask: () => Promise<Answer>): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    const answer = await ask()
    const running = (answer.body as { code?: string } | null)?.code === 'idempotency_running'
    if (!running && answer.status < 500) {
      one.answer = answer
      return
    }
    if (Date.now() > until) throw new Error(`no answer that stays: ${JSON.stringify(answer)}`)
    await sleep(50)
  }
}

async function repeatUnanswered(): Promise<void> {
  for (const file of sent.filter(({ answer }) => !answer)) {
    await send(file)
    repeated++
  }
  for (const one of decided.filter(({ answer }) => !answer)) {
    await decide(one)
    repeated++
  }
}

/** Large files of a killed worker are taken up again. */
async function workersEnd(): Promise<void> {
  const until = Date.now() + 300_000
  for (;;) {
    const waiting = await db
      .selectFrom('bank_statement_files')
      .select('id')
      .where('state', '=', 'waiting')
      .execute()
    if (waiting.length === 0) return
    if (Date.now() > until) throw new Error(`${waiting.length} files still wait`)
    await sleep(500)
  }
}

async function report(): Promise<string[]> {
  const { rows: lines } = await sql<{ file: string; n: number; texts: number }>`
    select split_part(text, '-', 2) as file, count(*)::int as n, count(distinct text)::int as texts
    from bank_lines group by 1`.execute(db)
  const stored = new Map(lines.map((row) => [`file-${row.file}`, row]))
  const found = sent.flatMap((file) => {
    const row = stored.get(file.name)
    const good = file.answer!.status === 201 && row?.n === file.lines && row.texts === file.lines
    return good ? [] : [`${file.name}: ${file.lines} lines, ${JSON.stringify([file.answer, row])}`]
  })
  if (stored.size !== sent.length) found.push(`${stored.size} files stored, ${sent.length} sent`)
  const done = (kind: SentDecision['kind']) =>
    decided.filter((one) => one.kind === kind && one.answer!.status === 200)
  const { rows: events } = await sql<{ action: string; n: number }>`
    select action, count(*)::int as n from audit_events where action in ('match_line', 'undo_line') group by 1`.execute(
    db,
  )
  for (const kind of ['match', 'undo'] as const) {
    const n = events.find(({ action }) => action === `${kind}_line`)?.n ?? 0
    if (n !== done(kind).length) found.push(`${n} events of ${kind}, ${done(kind).length} acknowledged`)
  }
  const { rows: states } = await sql<{ id: number; matched: boolean; parts: number }>`
    select line.id, state = 'matched' as matched, count(part.id)::int as parts from bank_lines line
    left join bank_line_parts part on part.line_id = line.id and part.undone_at is null
    group by line.id`.execute(db)
  for (const { id, matched, parts } of states) {
    const times = (kind: SentDecision['kind']) => done(kind).filter((one) => one.line === id).length
    if (matched !== (parts === 1) || (times('match') - times('undo') === 1) !== matched)
      found.push(`line ${id}: ${JSON.stringify({ matched, parts })}`)
  }
  found.push(...(await findLedgerDifferences(db)).map((difference) => JSON.stringify(difference)))
  for (const check of ledgerChecks) {
    const { broken, rows } = await db.transaction().execute((tx) => runCheck(tx, check))
    if (broken > 0) found.push(`${check.key}: ${JSON.stringify(rows[0])}`)
  }
  const refused = decided.filter((one) => one.answer!.status !== 200)
  const codes = Map.groupBy(refused, ({ answer }) => (answer!.body as { code?: string }).code ?? 'other')
  console.log(
    [
      `kills (kill -9)       ${cycles}, ${Math.round((Date.now() - started) / 1000)} s`,
      `files                 ${sent.length}, of them read by a worker ${sent.filter((file) => file.lines === manyLines).length}`,
      `lines                 ${sent.reduce((sum, file) => sum + file.lines, 0)}, stored ${states.length}`,
      `matches, undos        ${done('match').length}, ${done('undo').length}; repeated with files ${repeated}`,
      `refused               ${[...codes].map(([code, list]) => `${code} × ${list.length}`).join(', ') || 'none'}`,
      `ledger checks         ${ledgerChecks.length}, broken or differing ${found.length}`,
    ].join('\n'),
  )
  return found
}
