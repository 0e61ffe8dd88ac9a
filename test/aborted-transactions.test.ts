import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/auth/password.ts'
import { createUser } from './factories.ts'
import { type Client, useApp } from './app.ts'

// The database aborts a transaction that conflicts with another one. The call restarts from the beginning; when that
// fails too, the refusal allows a retry. The same holds for routes with their own transactions.

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))
afterEach(() => removeTrigger())

async function removeTrigger(): Promise<void> {
  await sql`drop function if exists give_up cascade`.execute(app.db)
  await sql`drop sequence if exists given_up`.execute(app.db)
}

/** Makes the database abort the first writes into a table; the counter survives the rollback. */
async function abortWrites(table: string, state: string, times: number): Promise<void> {
  await sql`create sequence given_up`.execute(app.db)
  await sql`create function give_up() returns trigger language plpgsql as ${sql.raw(`$$
    begin
      if nextval('given_up') <= ${times} then
        raise exception 'given up' using errcode = '${state}';
      end if;
      return null;
    end $$`)}`.execute(app.db)
  await sql`create trigger give_up after insert on ${sql.table(table)} execute function give_up()`.execute(
    app.db,
  )
}
const tries = async () =>
  (await sql<{ n: number }>`select last_value::int as n from given_up`.execute(app.db)).rows[0]!.n

const path = '/api/v4/projects/internal-status/'
const titles = async () =>
  (await staff.get(path)).body.results.map(({ title }: { title: string }) => title) as string[]
const events = async (objectType: string, action: string) =>
  (
    await app.db
      .selectFrom('audit_events')
      .select('id')
      .where('object_type', '=', objectType)
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).length

describe.each([
  ['deadlock', '40P01'],
  ['serialization failure', '40001'],
])('a %s', (_, state) => {
  test('is retried and done once', async () => {
    await abortWrites('internal_statuses', state, 3)
    expect((await staff.post(path, { title: 'In the way' })).status).toBe(201)
    expect([await tries(), await titles(), await events('project_internal_status', 'create')]).toEqual([
      4,
      ['In the way'],
      1,
    ])
  })

  test('answers 503 with a retry time and changes nothing when it persists', async () => {
    await abortWrites('internal_statuses', state, 1000)
    const { status, headers, body } = await staff.post(path, { title: 'In the way' })
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'database_busy'])
    expect([await tries(), await titles(), await events('project_internal_status', 'create')]).toEqual([
      4,
      [],
      0,
    ])
  })

  test('is handled the same in a route with its own transactions', async () => {
    const password_hash = await hashPassword('ein gutes Wort')
    const { id } = await createUser(app.db, { password_hash })
    const person = await app.asUser(id)
    const passwords = { current_password: 'ein gutes Wort', new_password: 'ein neues Wort' }
    const change = () => person.post('/api/v4/users/profile/password/', passwords)
    const changes = () => events('user', 'change_password')

    await abortWrites('emails', state, 1000)
    const { status, headers, body } = await change()
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'database_busy'])
    expect([await tries(), await changes()]).toEqual([4, 0])

    await removeTrigger()
    await abortWrites('emails', state, 3)
    expect((await change()).status).toBe(204)
    expect([await tries(), await changes()]).toEqual([4, 1])
  })
})
