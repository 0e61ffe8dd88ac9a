/** One process of scripts/faults/receipts.ts: works on a run until it is done or killed. */
import { dayOf } from '#shared/dates.ts'
import { workOnRun } from '#features/receipts/server/runs.ts'
import { readConfig } from '#server/base/config.ts'
import { openDatabase } from '#server/db/db.ts'
import { openFiles } from '#server/files/open.ts'
import { openHandoverJournal } from '#server/mail/handover-journal.ts'
import { openSearches } from '#server/search/search-log.ts'
import { openTransport } from '#server/mail/smtp.ts'

const config = readConfig({
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_DIR: process.env.DATA_DIR,
  LOG_LEVEL: 'silent',
  DEMO: '0',
})
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
const services = {
  config,
  database,
  clock: () => new Date(),
  files: openFiles(config),
  mail: openTransport(config),
  notes: openHandoverJournal(config.dataDir),
  searches: openSearches(database.db, console.error),
  random: Math.random,
}
const place = {
  services,
  db: database.db,
  today: dayOf(new Date()),
  signal: new AbortController().signal,
}
await workOnRun(place, Number(process.argv[2]))
process.exit(0)
