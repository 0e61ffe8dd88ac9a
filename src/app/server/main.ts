import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { product, work } from './product.ts'
import { seedDemo } from '#features/demo/server/seed.ts'
import { simulateWorkDay } from '#features/demo/server/work-day.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { checkKeyFile } from '#server/auth/encryption.ts'
import { ensureSuperuser } from '#features/session/server/routes.ts'
import { dayOf } from '#shared/dates.ts'
import { createApp } from '#server/app.ts'
import { startPrerenderer } from '#server/page/prerender.ts'
import { ConfigError, readConfig } from '#server/base/config.ts'
import { prepareDataDir } from '#server/files/data-dir.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { DatabaseRefused } from '#server/base/database-refused.ts'
import { openHandoverJournal } from '#server/mail/handover-journal.ts'
import { openFiles } from '#server/files/open.ts'
import type { Services } from '#server/services.ts'
import { startJobs } from '#server/work/worker.ts'
import { openSearches } from '#server/search/search-log.ts'
import { openTransport } from '#server/mail/smtp.ts'

/** Everything has to be closed within this time; interface.md allows twelve seconds in all. */
const closeWithinMs = 10_000

try {
  await start()
} catch (error) {
  const line = error instanceof ConfigError || error instanceof DatabaseRefused ? error.line : describe(error)
  console.error(line)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env, { terminal: process.stdout.isTTY })
  process.umask(0o077)
  prepareDataDir(config.dataDir)
  checkKeyFile(config)
  const clock = () => new Date()
  const log = (entry: object) => console.error('msg' in entry ? String(entry.msg) : JSON.stringify(entry))
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    replicaUrl: config.databaseReplicaUrl,
    dataDir: config.dataDir,
    log,
  })
  await migrate(database)
  const now = clock()
  const first = await ensureSuperuser(database.db, {
    username: config.adminUsername,
    password: config.adminPassword,
    now,
  })
  await moveBusinessDay(database.db, dayOf(now, config.timeZone))
  const files = openFiles(config)
  const isNewDemo = config.demo && (await seedDemo(database.db, now, config.timeZone, files.contents))

  const mail = openTransport(config)
  const notes = openHandoverJournal(config.dataDir)
  const searches = openSearches(database.db, (error) =>
    log({ msg: `searches are not written yet: ${String(error)}` }),
  )
  const services: Services = {
    config,
    database,
    clock,
    files,
    mail,
    notes,
    searches,
    random: Math.random,
  }
  const app = await createApp(services, product, { prerenderer: startPrerenderer({ log }) })
  const worker = await startJobs(services, work, { log: app.log })
  if (isNewDemo) await simulateWorkDay(app, services, () => sleep(50))
  await app.listen({ port: config.port, host: config.host })
  // Saves compiled code for the next start; without this, a kill would leave none.
  flushCompileCache()
  const ending = { begun: false }
  const end = () => {
    if (ending.begun) return
    ending.begun = true
    setTimeout(() => process.exit(1), closeWithinMs).unref()
    // Requests in flight are answered first, then the workers finish their job, then the database closes.
    void app
      .close()
      .then(() => worker.stop())
      .then(() => mail.close())
      .then(() => database.close())
      .then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  announce(config.baseUrl, config.adminUsername, first)
}

function announce(
  address: string,
  username: string,
  first: { password: string; madeUp: boolean } | undefined,
): void {
  console.log(`\nAlmoner runs at ${address}`)
  if (first?.madeUp)
    console.log(`Sign in as ${username} with the password ${first.password} (shown only this once)`)
  else if (first) console.log(`Sign in as ${username} with the password from ADMIN_PASSWORD`)
  else console.log(`Sign in as ${username} (a lost password: npm run new-password)`)
}

function describe(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `PORT ${port} is already in use by another program`
  if (code === 'EACCES') return `No permission: ${(error as Error).message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
