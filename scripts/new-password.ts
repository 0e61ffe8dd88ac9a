/** npm run new-password -- NAME: sets a new password for an account, also while the server runs. */
import { randomUUID } from 'node:crypto'
import { ConfigError, readConfig } from '#server/base/config.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { DatabaseRefused } from '#server/base/database-refused.ts'
import { setNewPassword } from '#features/users/server/new-password.ts'

try {
  const { databaseUrl, dataDir, adminUsername } = readConfig(process.env)
  const [name = adminUsername] = process.argv.slice(2)
  const database = await openDatabase({ databaseUrl, dataDir, share: true })
  try {
    await migrate(database)
    const given = await setNewPassword(database.db, { name, now: new Date(), requestId: randomUUID() })
    if (given) console.log(`Sign in as ${given.username} with the password ${given.password}`)
    else {
      console.error(`There is no account ${name}.`)
      process.exitCode = 1
    }
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(error instanceof ConfigError || error instanceof DatabaseRefused ? error.line : error.message)
  process.exitCode = 1
}
