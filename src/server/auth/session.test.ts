import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#test/factories.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { findUserBySession, openSession } from './session.ts'

// The last-seen note of a session: no call waits long for it, and its failures are logged.

const opened = new Date('2026-11-21T09:00:00Z')
const later = new Date('2026-11-21T09:10:00Z')

let database: TestDatabase
let token: string
let logged: { err: Error; msg: string }[]
const log = { warn: (entry: object, msg: string) => void logged.push({ ...(entry as { err: Error }), msg }) }

beforeAll(async () => void (database = await testDatabase()))
beforeEach(async () => {
  logged = []
  const user = await createUser(database.db, { rights: [], now: opened })
  token = await openSession(database.db, user.id, opened)
})
afterEach(async () => {
  await sql`drop function if exists refuse_note cascade`.execute(database.db)
  await database.reset()
})
afterAll(() => database.close())

/** Makes each note fail after the given number of seconds. */
async function failAfter(seconds: number): Promise<void> {
  await sql`create function refuse_note() returns trigger language plpgsql as
    ${sql.lit(`begin perform pg_sleep(${seconds}); raise 'not noted'; end`)}`.execute(database.db)
  await sql`create trigger refuse_note before update on sessions execute function refuse_note()`.execute(
    database.db,
  )
}

test('a last-seen note that fails after the call went on is logged', async () => {
  await failAfter(0.6)
  expect(await findUserBySession(database.db, token, later, log)).toBeDefined()
  expect(logged).toEqual([])
  await expect
    .poll(() => logged.map(({ err, msg }) => [err.message, msg]))
    .toEqual([['not noted', 'session not noted as seen']])
})

test('a last-seen note that fails at once fails the call', async () => {
  await failAfter(0)
  await expect(findUserBySession(database.db, token, later, log)).rejects.toThrow('not noted')
  expect(logged).toEqual([])
})

test("the session's next call retries a failed last-seen note", async () => {
  await failAfter(0.6)
  await findUserBySession(database.db, token, later, log)
  await expect.poll(() => logged.length).toBe(1)
  await sql`drop function refuse_note cascade`.execute(database.db)
  await findUserBySession(database.db, token, later, log)
  expect(await database.db.selectFrom('sessions').select('seen_at').execute()).toEqual([{ seen_at: later }])
})
