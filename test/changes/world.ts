import { sql } from 'kysely'
import { expect } from 'vitest'
import { fullNameWithUsername } from '#server/auth/session.ts'
import { type CallOptions, type Client, type TestApp, testApp } from '../app.ts'
import type { TestDatabase } from '../database.ts'

/** One successful call: its path values, its body, and its expected event. */
export type Change = {
  path?: Record<string, string | number>
  options?: CallOptions
  /** The caller, unless it is the superuser: a signed-out person has no name until the link identifies them. */
  as?: { client: Client; actor: { id: number | null; name: string } }
  event: {
    action: string
    object_type: string
    object_id?: number
    object_title?: string
    before?: unknown
    after?: unknown
  }
}

/** One change per route, by the route's name; it creates its own preconditions. */
export type Changes = Record<string, () => Promise<Change>>

/** The walk's app, its superuser, and the actor of its events; set by `openWorld()`. */
export let app: TestApp
export let staff: Client
export let actor: { id: number; name: string }

/** Opens the app, with a way to refuse every audit event (`alter table audit_events enable trigger refuse_event`). */
export async function openWorld(database?: TestDatabase): Promise<void> {
  app = await testApp(database && { database })
  staff = await app.as('superuser')
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', staff.userId)
    .executeTakeFirstOrThrow()
  actor = { id: user.id, name: fullNameWithUsername(user) }
  await sql`create function refuse_event() returns trigger language plpgsql as $$
    begin raise exception 'no event can be written'; end $$`.execute(app.db)
  await sql`create trigger refuse_event before insert on audit_events execute function refuse_event()`.execute(
    app.db,
  )
  await sql`alter table audit_events disable trigger refuse_event`.execute(app.db)
}

export const body = (sent: unknown): CallOptions => ({ body: sent })
export const made = async (path: string, sent: unknown) => {
  const answer = await staff.post(path, sent)
  expect(answer.status).toBe(201)
  return answer.body
}
/** The id of the latest event of a record. */
export const lastEvent = async (type: string, id: number): Promise<number> => {
  const found = await app.db
    .selectFrom('audit_events')
    .select('id')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return found.id
}
let counter = 0
export const fresh = (word: string) => `${word} ${++counter}`
