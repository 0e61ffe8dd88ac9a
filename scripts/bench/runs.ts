/**
 * npm run bench:runs [-- --size 100000]: decides that many projects in bulk on PostgreSQL, in the product as a separate
 * process, while another client reads lists without a pause. After a third the server is killed with `kill -9` and
 * restarted, after two thirds the run is stopped and a second one does the rest; then both are undone. In the end every
 * project was decided exactly once and every row is as before. Reports rows per second, the slowest list call, and the
 * memory after each part and at its peak.
 */
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Caller, freePort, killServer, signIn, startServer, stopServer } from '../faults/server.ts'
import { generate } from './generate.ts'
import { quantile } from './load.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } })
const size = Number(values.size)
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl) throw new Error('run this through npm run bench:runs: it needs a throw-away PostgreSQL')

const calls = [
  '/api/v4/projects/?exclude_status=archived',
  '/api/v4/projects/?exclude_status=archived&search=garten',
  '/api/v4/projects/?exclude_status=archived&ordering=title&page=8',
  '/api/v4/organizations/?exclude_status=archived',
]

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'almoner-runs-'))
const env = {
  PORT: String(port),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ADMIN_PASSWORD: 'a password for runs',
}
// This many rows are created and compared in single statements.
const patient = { statementTimeout: 0, queryTimeout: 3_600_000 }
const database = await openDatabase({ databaseUrl, dataDir: '', ...patient })
const { db } = database
await migrate(database)
await generate(database.pool, { size, seed: 1, today: dayOf(new Date()) })
// All wait for a review, with instants in the product's precision: whole milliseconds.
await sql`update projects set status = 2, previous_status = null, is_banned = false, review_status = null,
  needs_donation_review = false, needs_voting_review = false`.execute(db)
await sql`update projects set needs_donation_review = true, updated_at = date_trunc('milliseconds', updated_at)`.execute(
  db,
)
let server = await startServer(env)
process.on('exit', () => server.exitCode === null && server.signalCode === null && server.kill('SIGKILL'))
let staff = await signIn(base, 'admin', env.ADMIN_PASSWORD)
const wrong = new Set<string>()
let peak = 0
await settled()
await sql`create table runs_before as select id, to_jsonb(projects) as project from projects`.execute(db)

const alone = watch()
await sleep(3000)
tell('lists alone', await alone.stop())

const first = await start(size)
let times = watch()
let began = performance.now()
await until(first, (counts) => counts.done >= size / 3)
notePeak()
await times.stop({ forget: true })
await killServer(server)
const killed = performance.now()
const atKill = (await countsOf(first)).done
server = await startServer(env)
staff = await signIn(base, 'admin', env.ADMIN_PASSWORD)
await until(first, (counts) => counts.done > atKill)
console.log(`killed at ${atKill} rows; ${seconds(killed)} s later the run goes on`)

times = watch()
began = performance.now()
const from = (await countsOf(first)).done
await until(first, (counts) => counts.done >= (size * 2) / 3)
const asked = performance.now()
const cancelled = await staff.call('POST', `/api/v4/projects/bulk/${first}/cancel/`)
console.log(`stopped after ${Math.round(performance.now() - asked)} ms (status ${cancelled.status})`)
await sleep(1000)
const done = (await countsOf(first)).done
const rate = (done - from) / ((asked - began) / 1000)
await sleep(1000)
if ((await countsOf(first)).done !== done) wrong.add('a stopped run went on')
tell(`deciding, ${rate.toFixed(0)} rows per second`, await times.stop())

times = watch()
began = performance.now()
const second = await start(size - done)
await ended(second)
notePeak()
tell(`deciding the other ${size - done} in ${seconds(began)} s`, await times.stop())
await decidedOnce()

times = watch()
began = performance.now()
for (const run of [second, first]) {
  await staff.call('POST', `/api/v4/projects/bulk/${run}/undo/`)
  await ended(run)
}
notePeak()
tell(`undoing ${size} in ${seconds(began)} s`, await times.stop())
for (const difference of await differing()) wrong.add(difference)
console.log(`peak memory of the server: ${Math.round(peak / 1024)} MB`)

await stopServer(server)
await database.close()
rmSync(dataDir, { recursive: true, force: true })
console.log(
  wrong.size === 0 ? 'good: each row once, and every row back' : `NOT GOOD: ${[...wrong].join('; ')}`,
)
process.exitCode = wrong.size === 0 ? 0 : 1

async function start(count: number): Promise<number> {
  const input = { kind: 'review', outcome: 4, reason: 'Autumn round' }
  const selection = { query: 'review_status=needs_review', expected_count: count }
  const body = { selection, ...input }
  for (const what of ['decide/preview', 'decide']) {
    const asking = performance.now()
    const answer = await staff.call('POST', `/api/v4/projects/bulk/${what}/`, body)
    console.log(`${what} of ${count}: ${Math.round(performance.now() - asking)} ms`)
    if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (what === 'decide') return (answer.body as { bulk: { id: number } }).bulk.id
  }
  throw new Error('nothing was started')
}

type Counts = { done: number; waiting: number }
async function countsOf(run: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'waiting')::int as waiting
    from bulk_rows where run_id = ${run}`.execute(db)
  return rows[0]!
}

async function until(run: number, enough: (counts: Counts) => boolean): Promise<void> {
  while (!enough(await countsOf(run))) await sleep(100)
}

async function ended(run: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ state: string }>`select state from bulk_runs where id = ${run}`.execute(db)
    if (rows[0]!.state === 'done' || rows[0]!.state === 'undone') return
    await sleep(200)
  }
}

async function decidedOnce(): Promise<void> {
  const { rows } = await sql<{ n: number; projects: number }>`
    select count(*)::int as n, count(distinct subject_id)::int as projects from review_decisions`.execute(db)
  const { n, projects } = rows[0]!
  console.log(`${n} decisions on ${projects} projects`)
  if (n !== size || projects !== size) wrong.add(`${n} decisions on ${projects} of ${size} projects`)
}

/** Waits until the nightly settlement, which marks ended projects, and all other work are done. */
async function settled(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ settled: boolean; open: number }>`
      select coalesce(bool_or(data->>'job' = 'payouts.settle' and state = 'completed'), false) as settled,
        (count(*) filter (where state in ('created', 'retry', 'active') and start_after <= now())
          + (select count(*) from job_requests where sent_at is null and coalesce(due_at <= now(), true)))::int as open
      from pgboss.job`.execute(db)
    if (rows[0]!.settled && rows[0]!.open === 0) return
    await sleep(500)
  }
}

/** Changed columns with their number of rows; values that an undo leaves behind do not count. */
async function differing(): Promise<string[]> {
  const { rows } = await sql<{ key: string; n: number }>`
    select key, count(*)::int as n from runs_before
    join projects on projects.id = runs_before.id, jsonb_each(to_jsonb(projects)) as now (key, value)
    where key not in ('version', 'updated_at') and runs_before.project -> key is distinct from value
    group by key`.execute(db)
  return rows.map(({ key, n }) => `${key} of ${n} rows is otherwise after the undo`)
}

/** Reads lists one after another and records each call's time. */
function watch() {
  const state = { going: true }
  const took: number[] = []
  const reader: Caller = staff
  const reading = (async () => {
    for (let n = 0; state.going; n++) {
      const asking = performance.now()
      const { status } = await reader.call('GET', calls[n % calls.length]!)
      if (status !== 200) wrong.add(`a list answered ${status}`)
      took.push(performance.now() - asking)
      await sleep(20)
    }
  })()
  return {
    stop: async ({ forget = false } = {}) => {
      state.going = false
      await reading
      if (forget) tell('deciding until the kill', took)
      return took
    },
  }
}

function tell(what: string, took: number[]): void {
  const sorted = took.toSorted((a, b) => a - b)
  const [median, slowest] = [quantile(sorted, 0.5), sorted.at(-1)!]
  console.log(
    `${what}: ${took.length} list calls, median ${Math.round(median)} ms, slowest ${Math.round(slowest)} ms; ${memory()} MB`,
  )
}

/** The peak memory of the server and its children so far, in KB; Linux only. */
function notePeak(): void {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const sum = pids.reduce((all, pid) => all + (isOurs(pid) ? statusOf(pid, 'VmHWM') : 0), 0)
  peak = Math.max(peak, sum)
}

/** The current memory of the server and its children, in MB; Linux only. */
function memory(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return Math.round(pids.reduce((all, pid) => all + (isOurs(pid) ? statusOf(pid, 'VmRSS') : 0), 0) / 1024)
}

function isOurs(pid: string): boolean {
  return Number(pid) === server.pid || statusOf(pid, 'PPid') === server.pid
}

function statusOf(pid: string, field: string): number {
  try {
    const line = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? 0)
  } catch {
    return 0 // it has ended meanwhile
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
