/** npm run db:migrate: applies the pending migrations to the database of the environment. */
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { DatabaseRefused } from '#server/base/database-refused.ts'

try {
  const { DATABASE_URL, DATA_DIR = './data' } = process.env
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  try {
    const done = await migrate(database)
    console.log(done.length > 0 ? `Applied ${done.join(', ')}.` : 'Nothing to apply.')
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(error instanceof DatabaseRefused ? error.line : error.message)
  process.exitCode = 1
}
