/** npm run db:types: writes the table types of the migrations to src/server/db/schema.ts. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '#test/database.ts'
import { schemaTypes } from '#test/schema-types.ts'

const path = fileURLToPath(new URL('../src/server/db/schema.ts', import.meta.url))
const database = await testDatabase()
try {
  writeFileSync(path, await schemaTypes(database.db))
} finally {
  await database.close()
}
