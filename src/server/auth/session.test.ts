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

/** Makes each note fail, as soon as nobody holds the advisory lock. */
async function failNotes(): Promise<void> {
  await sql`create function refuse_note() returns trigger language plpgsql as $$
    begin
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock(1);
      raise 'not noted';
    end $$`.execute(database.db)
  await sql`create trigger refuse_note before update on sessions execute function refuse_note()`.execute(
    database.db,
  )
}

/** Makes a call whose note cannot fail before the call has ended. */
async function callBeforeNote() {
  return database.db.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(holder)
    const user = await findUserBySession(database.db, token, later, log)
    return { user, logged: [...logged] }
  })
}

test('a last-seen note that fails after the call went on is logged', async () => {
  await failNotes()
  const call = await callBeforeNote()
  expect(call.user).toBeDefined()
  expect(call.logged).toEqual([])
  await expect
    .poll(() => logged.map(({ err, msg }) => [err.message, msg]))
    .toEqual([['not noted', 'session not noted as seen']])
})

test('a last-seen note that fails at once fails the call', async () => {
  // Before the time for a note could pass, even on a busy machine.
  const refusing = database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode') throw new Error('not noted')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await expect(findUserBySession(refusing, token, later, log)).rejects.toThrow('not noted')
  expect(logged).toEqual([])
})

test("the session's next call retries a failed last-seen note", async () => {
  await failNotes()
  await callBeforeNote()
  await expect.poll(() => logged.length).toBe(1)
  await sql`drop function refuse_note cascade`.execute(database.db)
  await findUserBySession(database.db, token, later, log)
  // On a busy machine the call goes on before it is noted.
  const seen = () => database.db.selectFrom('sessions').select('seen_at').execute()
  await expect.poll(seen).toEqual([{ seen_at: later }])
})
