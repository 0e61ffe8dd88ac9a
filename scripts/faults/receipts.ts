/**
 * npm run bench:faults -- receipts: three processes issue the receipts of one run concurrently on one PostgreSQL, for three
 * issuers and 60 gifts; repeatedly one of them is killed with `kill -9` and replaced. Meanwhile 50 single receipts of the
 * same issuers are requested at once, spread over three servers. In the end every gift has one receipt, no issuer's
 * numbers have a gap, and no server had to cut a waiting connection.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { numbersOf } from '#features/receipts/server/number-gaps.ts'
import { openSession } from '#server/auth/session.ts'
import { beginRun, fillReceiptsWorld } from '../receipts-world.ts'
import { callerOf, freePort, isToComeBack, startServer, stopServer } from './server.ts'

const gifts = 60
const processes = 3
const singles = 50
const kills = 5
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl)
  throw new Error('run this through npm run bench:faults -- receipts: it needs a throw-away PostgreSQL')
const database = await openDatabase({ databaseUrl, dataDir: '' })
const { db } = database
await migrate(database)
const folder = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
const now = new Date()
const today = now.toISOString().slice(0, 10)

const ids = await fillReceiptsWorld(db, { gifts: gifts + singles, issuers: 3, now, today })
const run = await beginRun(db, { gifts: ids.slice(0, gifts), now, today })
let lost = 0
const servers = await Promise.all(Array.from({ length: processes }, openServer))
process.on('exit', () => servers.forEach(({ server }) => server.kill('SIGKILL')))

const start = (): ChildProcess =>
  fork(new URL('./receipts-process.ts', import.meta.url), [String(run)], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: folder },
  })
const children = Array.from({ length: processes }, start)
const asked = Promise.all(ids.slice(gifts).map(issueOne))
let killed = 0
const issued = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from receipts`.execute(db)).rows[0]!.n
for (const deadline = Date.now() + 240_000; Date.now() < deadline;) {
  const n = await issued()
  if (n >= gifts + singles) break
  // At any point: before its number, between number and row, or after its commit.
  if (killed < kills && n >= (killed + 1) * 8) {
    children[killed % processes]!.kill('SIGKILL')
    children[killed % processes] = start()
    killed++
  }
  await sleep(37)
}
await Promise.all(
  children.map((child) =>
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once('exit', resolve))
      : Promise.resolve(),
  ),
)
const refused = (await asked).filter((status) => status !== 200).length
await Promise.all(servers.map(({ server }) => stopServer(server)))
const numbers = await numbersOf(db)
const { rows: twice } = await sql`
  select funding_id from receipt_gifts where is_valid group by 1 having count(*) > 1`.execute(db)
const { rows: orphans } = await sql`
  select documents.id from documents left join receipts on document_id = documents.id where document_id is null`.execute(
  db,
)
const gaps = numbers.flatMap((row) => row.gaps)
for (const row of numbers) console.log(`${row.title}: ${row.first} to ${row.last}, ${row.count}`)
console.log(
  `${await issued()} receipts of ${gifts + singles} gifts, ${refused} of ${singles} calls refused, ${killed} processes killed, ${gaps.length} gaps, ${lost} connections lost`,
)
const good =
  (await issued()) === gifts + singles &&
  refused === 0 &&
  gaps.length === 0 &&
  twice.length === 0 &&
  orphans.length === 0 &&
  lost === 0 &&
  killed === kills
console.log(good ? 'good: each gift once, no number missing, no connection lost' : 'NOT GOOD')
await database.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = good ? 0 : 1

/** A server of the product with a signed-in person. */
async function openServer() {
  const port = await freePort()
  const DATA_DIR = join(folder, `server-${port}`)
  const env = { PORT: String(port), DATA_DIR, DATABASE_URL: databaseUrl!, ADMIN_PASSWORD: 'not used here' }
  const server = await startServer(env, (line) => {
    if (line.includes('lost a database connection')) lost++
  })
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'clerk')
    .executeTakeFirstOrThrow()
  return { server, caller: callerOf(`http://127.0.0.1:${port}`, await openSession(db, user.id, now)) }
}

async function issueOne({ slug }: { slug: string }, at: number): Promise<number> {
  const body = { template_slug: 'standard-donation-receipt', mode: 'final', targets: [slug] }
  const { caller } = servers[at % servers.length]!
  const key = randomUUID()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a call answered 503 is repeated with its key
    const answer = await caller.call('POST', '/api/v4/documents/generate/', body, { key })
    if (!isToComeBack(answer)) return answer.status
  }
}
