import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { schemaText } from '#test/schema-text.ts'
import { schemaTypes } from '#test/schema-types.ts'
import { readCode } from './database-code.ts'
import { embeddedVersion } from './embedded/binaries.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('schema.ts matches the migrations (npm run db:types writes it)', async () => {
  expect(readFileSync(new URL('./schema.ts', import.meta.url), 'utf8')).toBe(await schemaTypes(database.db))
})

test('docs/schema.sql matches the migrations (npm run db:schema writes it)', async ({ skip }) => {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(database.db)
  skip(
    !rows[0]!.version.startsWith(`${embeddedVersion}.`),
    'servers of another version spell definitions differently',
  )
  const written = readFileSync(new URL('../../../docs/schema.sql', import.meta.url), 'utf8')
  expect(written).toBe(await schemaText(database.db))
})

test('functions and views can be replaced at any time and refer only to existing objects', async () => {
  const before = await schemaText(database.db)
  // Applied again with body checks, which the order of files rules out the first time.
  for (const { text } of await readCode(migrations)) await sql.raw(text).execute(database.db)
  expect(await schemaText(database.db)).toBe(before)
})

test('each file of migrations/code defines one function or view and carries its name', async () => {
  const misnamed = (await readCode(migrations)).filter(({ path, text }) => {
    const defined = [...text.matchAll(/^create or replace (?:function|view) (\w+)/gm)].map((it) => it[1]!)
    // Overloaded functions differ in their row type; the file name says which: count-key-of-projects.
    const names = [basename(path, '.sql'), basename(path, '.sql').replace(/-of-\w+$/, '')]
    return defined.length !== 1 || !names.includes(defined[0]!.replaceAll('_', '-'))
  })
  expect(misnamed.map(({ path }) => path)).toEqual([])
})

test('functions used by stored columns, checks and indexes are in numbered migrations, which are never replaced', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_depend
      join pg_proc on refclassid = 'pg_proc'::regclass and refobjid = pg_proc.oid
    where pronamespace = 'public'::regnamespace
      and classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)`.execute(
    database.db,
  )
  const replaceable = new Set(
    (await readCode(migrations)).flatMap(({ text }) => /function (\w+)/.exec(text)?.[1] ?? []),
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.map((row) => row.name).filter((name) => replaceable.has(name))).toEqual([])
})

test('indexes build on populated tables, as in a migration of a live database', async () => {
  const { id } = await createOrganization(database.db, { title: 'Verein' })
  await createProject(database.db, { title: 'Garten', organization_id: id })
  await createTask(database.db, { title: 'Nachweis', scheduled_for: '2026-12-20', organization_id: id })
  // While an index is built, its functions only find schema-qualified names.
  await sql`reindex table organizations`.execute(database.db)
  await sql`reindex table projects`.execute(database.db)
  await sql`reindex table reminders`.execute(database.db)
  const { rows } = await sql`select from projects where has_unread_words(search_text)`.execute(database.db)
  expect(rows).toEqual([])
})
