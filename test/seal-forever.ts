/** node test/seal-forever.ts DATABASE_URL: seals audit events without a pause until it is killed. */
import { sealEvents } from '#server/audit/seals.ts'
import { openDatabase } from '#server/db/db.ts'

const { db } = await openDatabase({ databaseUrl: process.argv[2]!, dataDir: '' })
for (;;) await sealEvents(db)
