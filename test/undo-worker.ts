/** Undoes the import named by its argument, as a worker process does, until a test kills it. */
import { openDatabase } from '#server/db/db.ts'
import { undoImport } from '#features/imports/server/undo/work.ts'

const { db } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
const place = { db, timeZone: 'Europe/Berlin', whenStopped: 'give_back' } as const
const now = () => new Date(process.env.NOW!)
await undoImport({ ...place, now, signal: new AbortController().signal }, Number(process.argv[2]))
