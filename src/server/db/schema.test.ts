import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { schemaTypes } from '#test/schema-types.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('schema.ts is what the migrations say (npm run db:types writes it)', async () => {
  expect(readFileSync(new URL('./schema.ts', import.meta.url), 'utf8')).toBe(await schemaTypes(database.db))
})

test('indexes are made with rows beneath them, as a migration of a database in use makes them', async () => {
  const { id } = await createOrganization(database.db, { title: 'Verein' })
  await createProject(database.db, { title: 'Garten', organization_id: id })
  await createTask(database.db, { title: 'Nachweis', scheduled_for: '2026-12-20', organization_id: id })
  // While an index is made, functions under it find nothing that is not named with its schema.
  await sql`reindex table organizations`.execute(database.db)
  await sql`reindex table projects`.execute(database.db)
  await sql`reindex table reminders`.execute(database.db)
  const { rows } = await sql`select from projects where has_unread_words(search_text)`.execute(database.db)
  expect(rows).toEqual([])
})
