/**
 * The product with capacity for so much work that one kill hits all of it: like src/app/server/main.ts, but with more
 * workers and connections, and for statements held longer than the product's limit.
 */
import { flushCompileCache } from 'node:module'
import { product, work } from '#app/server/product.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { ensureSuperuser } from '#features/session/server/routes.ts'
import { dayOf } from '#shared/dates.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { prepareDataDir } from '#server/files/data-dir.ts'
import { openDatabase } from '#server/db/db.ts'
import { openFiles } from '#server/files/open.ts'
import { openHandoverJournal } from '#server/mail/handover-journal.ts'
import { openSearches } from '#server/search/search-log.ts'
import { openTransport } from '#server/mail/smtp.ts'
import { startJobs } from '#server/work/worker.ts'

const workers = Number(process.env.FAULT_WORKERS)
const heldMs = 600_000

const config = readConfig(process.env)
prepareDataDir(config.dataDir)
const database = await openDatabase({
  databaseUrl: config.databaseUrl,
  dataDir: config.dataDir,
  // A piece of work takes up to three: its transaction, one for reading, one for its lease.
  poolSize: 3 * workers + 10,
  statementTimeout: heldMs,
  queryTimeout: heldMs,
})
const clock = () => new Date()
await ensureSuperuser(database.db, {
  username: config.adminUsername,
  password: config.adminPassword,
  now: clock(),
})
await moveBusinessDay(database.db, dayOf(clock(), config.timeZone))
const services = {
  config,
  database,
  clock,
  files: openFiles(config),
  mail: openTransport(config),
  notes: openHandoverJournal(config.dataDir),
  searches: openSearches(database.db, console.error),
  random: Math.random,
}
const app = await createApp(services, product)
const worker = await startJobs(services, work, { log: app.log, concurrency: workers })
await app.listen({ port: config.port, host: config.host })
flushCompileCache()
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => worker.stop())
    .then(() => database.close())
    .then(() => process.exit(0))
})
