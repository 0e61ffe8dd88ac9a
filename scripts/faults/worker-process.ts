/**
 * One worker of scripts/faults/workers.ts: runs the jobs below on DATABASE_URL until its parent disconnects or kills
 * it.
 */
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readConfig } from '#server/base/config.ts'
import { openDatabase } from '#server/db/db.ts'
import { folderFiles } from '#server/files/files.ts'
import { defineJob } from '#server/work/jobs.ts'
import { openHandoverJournal } from '#server/mail/handover-journal.ts'
import { openSearches } from '#server/search/search-log.ts'
import { openTransport } from '#server/mail/smtp.ts'
import { startJobs } from '#server/work/worker.ts'

const config = readConfig({ DATABASE_URL: process.env.DATABASE_URL, LOG_LEVEL: 'silent', DEMO: '0' })
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })

const note = (job: number) =>
  sql`insert into fault_runs (job, worker, at) values (${job}, ${process.pid}, clock_timestamp())`.execute(
    database.db,
  )

const quick = defineJob({
  name: 'faults.quick',
  payload: z.object({ job: z.int() }),
  run: async (_, { job }) => {
    await sleep(Math.random() * 5)
    await note(job)
  },
})
// Notes its start, then takes long enough to be killed; its successor finishes at once.
const slow = defineJob({
  name: 'faults.slow',
  payload: z.object({ job: z.int() }),
  run: async (_, { job }) => {
    const { rows } = await sql`select from fault_runs where job = ${job}`.execute(database.db)
    await note(job)
    if (rows.length === 0) await sleep(600_000)
  },
})

const log = {
  info: () => {},
  warn: () => {},
  error: (entry: object, message: string) => console.error(message, entry),
}
const services = {
  config,
  database,
  clock: () => new Date(),
  files: folderFiles(config.dataDir),
  mail: openTransport(config),
  notes: openHandoverJournal(config.dataDir),
  searches: openSearches(database.db, console.error),
  random: Math.random,
}
const worker = await startJobs(services, { jobs: [quick, slow], chores: [] }, { log })
process.send!('working')
process.on('disconnect', () => {
  void worker
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0))
})
