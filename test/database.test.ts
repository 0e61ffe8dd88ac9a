import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { pendingMigrations } from '#server/db/migrate.ts'
import { testDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a test database is migrated', async () => {
  expect(await pendingMigrations(database.db)).toEqual([])
})

test('reset empties all tables, even append-only ones, and restarts identities', async () => {
  const { db } = database
  const addEvent = sql<{ id: number }>`
    insert into audit_events (at, actor_name, action, object_type, digest)
    values ('2026-11-21T00:00Z', 'Ada', 'created', 'project', 'x') returning id`
  const first = await addEvent.execute(db)
  await database.reset()
  const { rows } = await sql`select count(*) as n from audit_events`.execute(db)
  expect(rows).toEqual([{ n: 0 }])
  expect((await addEvent.execute(db)).rows).toEqual(first.rows)
  await expect(sql`delete from audit_events`.execute(db)).rejects.toThrow('append-only')
})

test('reset keeps rows from the migrations', async () => {
  const seeded = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'test_seeds'::regnamespace and relkind = 'r'`.execute(
    database.db,
  )
  const read = () =>
    Promise.all(
      seeded.rows.map(async ({ name }) => {
        const { rows } = await sql`select * from ${sql.table(name)} order by 1`.execute(database.db)
        return [name, rows]
      }),
    )
  const before = await read()
  await database.reset()
  expect(await read()).toEqual(before)
})

test('values arrive in their wire format', async () => {
  const { rows } = await sql`select 9007199254740991::int8 as int8, array[1, null]::int8[] as int8s,
    date '2026-02-28' as date, array[date '2026-02-28', null] as dates, 1.50::numeric as numeric,
    timestamptz '2026-11-21 12:00:00.123+01' as instant, '{"a":[1]}'::jsonb as json, 'Ä'::citext as citext`.execute(
    database.db,
  )
  expect(rows).toEqual([
    {
      int8: 9007199254740991,
      int8s: [1, null],
      date: '2026-02-28',
      dates: ['2026-02-28', null],
      numeric: '1.50',
      instant: new Date('2026-11-21T11:00:00.123Z'),
      json: { a: [1] },
      citext: 'Ä',
    },
  ])
})

test('an INT8 too large for a number is an error, and the connection stays usable', async () => {
  await expect(sql`select 9007199254740992::int8 as n`.execute(database.db)).rejects.toThrow(
    'does not fit a number',
  )
  expect((await sql`select 1::int8 as n`.execute(database.db)).rows).toEqual([{ n: 1 }])
})

test.each([
  ['Größe', 'grosse'],
  ['ÄÖÜäöü', 'aouaou'],
  ['ẞ', 'ss'],
  ['Émile Łukasz Ångström', 'emile lukasz angstrom'],
  ['50 %_\\', '50 %_\\'],
])('fold makes %s into %s', async (text, folded) => {
  const { rows } = await sql`select fold(${text}) as folded`.execute(database.db)
  expect(rows).toEqual([{ folded }])
})

test('fold does not depend on the search path', async () => {
  const rows = await database.db.transaction().execute(async (tx) => {
    await sql`set local search_path = pg_temp`.execute(tx)
    return (await sql`select public.fold('Ä') as folded`.execute(tx)).rows
  })
  expect(rows).toEqual([{ folded: 'a' }])
})
