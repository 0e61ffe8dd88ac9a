import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { withinLimit } from './limits.ts'
import { preparedStatement } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const values = `
  select 9007199254740991::bigint as number, 'ä€' as words, null as nothing, true as flag, date '2026-02-28' as day,
    timestamptz '2026-03-29 01:00:00+00' as at, array['a', null, 'b,"c'] as words_in_list, '{"a": [1]}'::jsonb as answers,
    $1::text as given, $2::bigint[] as numbers`
const statement = preparedStatement<Record<string, unknown>>(values)

test('a prepared statement returns the same rows as any other, on the first and later runs', async () => {
  const given = ['x', [1, 2]] as const
  const { rows } = await database.pool.query(values, [...given])
  const inTurn = []
  for (let time = 0; time < 3; time++) inTurn.push(await statement(database.db, ...given))
  expect(inTurn).toEqual([rows, rows, rows])
  expect(rows[0]).toMatchObject({ number: 9007199254740991, nothing: null, given: 'x', numbers: [1, 2] })
})

test("in a transaction it sees the transaction's changes", async () => {
  const titles = preparedStatement<{ title: string }>(`select title from internal_statuses where slug = $1`)
  await database.db.transaction().execute(async (tx) => {
    await sql`insert into internal_statuses (subject, slug, title, created_at)
      values ('project', 'neu', 'Neu', now())`.execute(tx)
    expect(await titles(tx, 'neu')).toEqual([{ title: 'Neu' }])
  })
})

test('concurrent runs each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => statement(database.db, String(n), [n])),
  )
  expect(answers.map(([row]) => [row!['given'], row!['numbers']])).toEqual(
    answers.map((_, n) => [String(n), [n]]),
  )
})

test('a database error carries its code and caller, and the next run succeeds', async () => {
  const divide = preparedStatement<{ share: number }>(`select 6 / $1::integer as share`)
  expect(await divide(database.db, 2)).toEqual([{ share: 3 }])
  const refused = await divide(database.db, 0).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: '22012' })
  expect((refused as Error).stack).toMatch(/prepared\.test/)
  expect(await divide(database.db, 3)).toEqual([{ share: 2 }])
  const wrong = preparedStatement(`select nothing_of_that_name from projects where id = $1`)
  for (let time = 0; time < 2; time++)
    await expect(wrong(database.db, 1)).rejects.toMatchObject({ code: '42703' })
})

test('a value too large for a number is refused, and the connection stays usable', async () => {
  const large = preparedStatement<{ n: number }>(`select $1::text::bigint as n`)
  await expect(large(database.db, '9007199254740993')).rejects.toThrow(/does not fit a number/)
  expect(await large(database.db, '5')).toEqual([{ n: 5 }])
})

test('a change of columns is an error, not a misread row', async () => {
  await database.pool.query(`create table shown_columns (a integer); insert into shown_columns values (1)`)
  const all = preparedStatement(`select * from shown_columns where a = $1`)
  const client = await database.pool.connect()
  try {
    expect(await all(database.db, 1)).toEqual([{ a: 1 }])
    await client.query('alter table shown_columns add column b integer')
    await expect(all(database.db, 1)).rejects.toThrow(/cached plan must not change result type/)
  } finally {
    client.release()
    await database.pool.query('drop table shown_columns')
  }
})

test('a slow run times out, and the next run succeeds', async () => {
  const slow = preparedStatement(`select pg_sleep($1)`)
  await slow(database.db, 0)
  // PostgreSQL would end it too, after half a minute and in other words.
  await expect(withinLimit({ all: 300, statement: 300 }, () => slow(database.db, 60))).rejects.toThrow(
    'Query read timeout',
  )
  expect(await statement(database.db, 'after', [])).toHaveLength(1)
})
