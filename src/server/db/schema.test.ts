import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { schemaTypes } from '../../../test/schema-types.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('schema.ts is what the migrations say (npm run db:types writes it)', async () => {
  expect(readFileSync(new URL('./schema.ts', import.meta.url), 'utf8')).toBe(await schemaTypes(database.db))
})
