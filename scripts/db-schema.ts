/** npm run db:schema: writes the migrated schema to docs/schema.sql. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '#test/database.ts'
import { schemaText } from '#test/schema-text.ts'

const path = fileURLToPath(new URL('../docs/schema.sql', import.meta.url))
const database = await testDatabase()
try {
  writeFileSync(path, await schemaText(database.db))
} finally {
  await database.close()
}
