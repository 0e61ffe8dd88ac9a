/** The product as its own process, as in production, but on a port of its own choosing. DATABASE_URL, over IPC. */
import type { AddressInfo } from 'node:net'
import { folderFiles } from '#server/files/files.ts'
import { product } from '#app/server/product.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { openDatabase } from '#server/db/db.ts'
import { openHandoverJournal } from '#server/mail/handover-journal.ts'
import { openSearches } from '#server/search/search-log.ts'
import { openTransport } from '#server/mail/smtp.ts'

const config = readConfig({ DATABASE_URL: process.env.DATABASE_URL, LOG_LEVEL: 'info', DEMO: '0' })
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
const app = await createApp(
  {
    config,
    database,
    clock: () => new Date(),
    files: folderFiles(config.dataDir),
    mail: openTransport(config),
    notes: openHandoverJournal(config.dataDir),
    searches: openSearches(database.db, console.error),
    random: Math.random,
  },
  product,
)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!({ port: (app.server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())
