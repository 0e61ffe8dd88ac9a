/**
 * npm run bench:faults -- workers: three worker processes on one PostgreSQL do 5,000 jobs, each exactly once; then one
 * worker is killed with `kill -9` in the middle of a job, which another has to take over within a minute.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Job, enqueueAll } from '#server/work/jobs.ts'

const jobs = 5000
const processes = 3
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl)
  throw new Error('run this through npm run bench:faults -- workers: it needs a throw-away PostgreSQL')
const database = await openDatabase({ databaseUrl, dataDir: '' })
const { db } = database
await migrate(database)
await sql`create table fault_runs (job int not null, worker int not null, at timestamptz not null)`.execute(
  db,
)

const children: ChildProcess[] = []
for (let n = 0; n < processes; n++) children.push(await startWorker())

const started = Date.now()
const payloads = Array.from({ length: jobs }, (_, job) => ({ payload: { job } }))
await enqueueAll(db, { name: 'faults.quick' } as Job<{ job: number }>, payloads)
while ((await countRuns()).n < jobs) await sleep(200)
const seconds = (Date.now() - started) / 1000
await sleep(3000)
const { n, distinct } = await countRuns()
const { rows: shares } = await sql<{ n: number }>`
  select count(*) as n from fault_runs group by worker order by n desc`.execute(db)
console.log(`${jobs} jobs, ${processes} processes: ${n} runs of ${distinct} jobs in ${seconds.toFixed(1)} s`)
console.log(`done by each process: ${shares.map((share) => share.n).join(', ')}`)

await enqueueAll(db, { name: 'faults.slow' } as Job<{ job: number }>, [{ payload: { job: -1 } }])
const first = await runOf(1)
children.find((child) => child.pid === first.worker)!.kill('SIGKILL')
const killed = Date.now()
const second = await runOf(2)
const returned = (Date.now() - killed) / 1000
console.log(`a killed worker's job was taken over after ${returned.toFixed(1)} s`)

for (const child of children) if (child.connected) child.disconnect()
await Promise.all(
  children
    .filter((child) => child.exitCode === null && child.signalCode === null)
    .map((child) => new Promise((resolve) => child.once('exit', resolve))),
)
await database.close()
const good = n === jobs && distinct === jobs && returned < 60 && second.worker !== first.worker
console.log(good ? 'good: each job once, the lost one back within a minute' : 'NOT GOOD')
process.exitCode = good ? 0 : 1

async function startWorker(): Promise<ChildProcess> {
  const child = fork(new URL('./worker-process.ts', import.meta.url), {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  })
  await new Promise((resolve) => child.once('message', resolve))
  return child
}

async function countRuns(): Promise<{ n: number; distinct: number }> {
  const { rows } = await sql<{ n: number; distinct: number }>`
    select count(*) as n, count(distinct job) as "distinct" from fault_runs where job >= 0`.execute(db)
  return rows[0]!
}

/** The n-th run of the slow job, once it exists. */
async function runOf(nth: number): Promise<{ worker: number }> {
  for (;;) {
    const { rows } = await sql<{ worker: number }>`
      select worker from fault_runs where job = -1 order by at limit 1 offset ${nth - 1}`.execute(db)
    if (rows[0]) return rows[0]
    await sleep(200)
  }
}
