import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { call, changes } from './changes/all.ts'
import { actor, app, openWorld } from './changes/world.ts'

// Every call that changes something writes its audit event in the change's own transaction: with the event it happens,
// without it nothing happens.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = (route: Route) => `${route.method} ${route.path}`
const changing = routes.filter((route) => route.method !== 'GET').map(name)

/** Calls without an event, and why. */
const unrecorded: Record<string, string> = {
  'POST /api/v4/email-templates/:key/preview/': 'shows what is sent along, keeps nothing',
}

/** Saves that are not the same when they are made again, and why; all others then write nothing. */
const growing = new Set([
  // adds to a budget
  'PATCH /api/v4/companies/donating-companies/:slug/',
  // what was checked before counts no longer, whatever was chosen
  'PATCH /api/v4/imports/:id/',
])

beforeAll(() => openWorld())
afterAll(() => app.close())

/** What every table holds, but for sessions and counted tries, which live outside the changes. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('sessions', 'sign_in_failures', 'project_counts', 'funding_totals')`.execute(
    app.db,
  )
  const contents: Record<string, string> = {}
  for (const { name: table } of rows) {
    const found = await sql<{ rows: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as rows from ${sql.table(table)} t`.execute(
      app.db,
    )
    contents[table] = found.rows[0]!.rows ?? ''
  }
  return contents
}

test('every changing call is here, or among those without an event', () => {
  expect([...Object.keys(changes), ...Object.keys(unrecorded)].sort()).toEqual(changing.toSorted())
})

describe('a change and its event come together or not at all', () => {
  test.each(Object.entries(changes))('%s', { timeout: 60_000 }, async (route, arrange) => {
    const change = await arrange()

    const untouched = await everything()
    await sql`alter table audit_events enable trigger refuse_event`.execute(app.db)
    const refused = await call(route, change)
    await sql`alter table audit_events disable trigger refuse_event`.execute(app.db)
    expect([refused.status, refused.body.code]).toEqual([500, 'unexpected'])
    expect(await everything()).toEqual(untouched)

    const answer = await call(route, change)
    expect([answer.status, answer.body]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      answer.body,
    ])
    const events = await app.db
      .selectFrom('audit_events')
      .select([
        'actor_id',
        'actor_name',
        'at',
        'action',
        'object_type',
        'object_id',
        'object_title',
        'before',
        'after',
      ])
      .where('request_id', '=', answer.headers.get('x-request-id'))
      .execute()
    const by = change.as?.actor ?? actor
    expect(events).toContainEqual({
      actor_id: by.id,
      actor_name: by.name,
      at: app.clock.now,
      object_id: expect.toSatisfy((id: unknown) => id === null || typeof id === 'number'),
      object_title: expect.any(String),
      before: expect.anything(),
      after: expect.anything(),
      ...(change.event.before === undefined ? { before: expect.toSatisfy(isRecordOrNull) } : {}),
      ...(change.event.after === undefined ? { after: expect.toSatisfy(isRecordOrNull) } : {}),
      ...change.event,
    })

    if (!route.startsWith('PATCH') || growing.has(route)) return
    const saved = await everything()
    expect([200, 409]).toContain((await call(route, change)).status)
    expect(await everything()).toEqual(saved)
  })
})

const isRecordOrNull = (value: unknown) => value === null || typeof value === 'object'
