import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { call, changes } from './changes/all.ts'
import { undeclared } from './changes/subjects.ts'
import { actor, app, type Change, openWorld } from './changes/world.ts'
import { databaseChecksums } from './table-checksums.ts'

// Every changing call writes its audit event in the change's own transaction: both happen, or neither.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = (route: Route) => `${route.method} ${route.path}`
const declaredBy = (asked: string) => routes.find((route) => name(route) === asked)!
const changing = routes.filter((route) => route.method !== 'GET').map(name)

/** Calls without an event, and why. */
const unrecorded: Record<string, string> = {
  'POST /api/v4/email-templates/:key/preview/': 'shows what is sent along, keeps nothing',
  'POST /api/v4/documents/generate/preview/': 'shows what could be issued, keeps nothing',
  'POST /api/v4/reviews/take/': 'says who looks at a project, for some minutes; nothing of it changes',
  'POST /api/v4/reviews/keep/': 'likewise',
  'POST /api/v4/reviews/leave/': 'likewise',
  'POST /api/v4/reviews/queue/:slug/mail/': 'shows what would be sent, keeps nothing',
  'POST /api/v4/projects/bulk/:action/preview/': 'shows what a run would do, keeps nothing',
  'PUT /api/v4/bank-transactions/:id/draft/': 'what one person has typed so far of a split',
  'POST /api/v4/payouts/find-references/': 'finds what is pasted, keeps nothing',
  'POST /api/v4/bank-statements/csv-preview/': 'shows the first rows of a file, keeps nothing',
  'POST /api/v4/payouts/sepa-preview/': 'shows what a file would hold; that it was looked at is no change',
}

/** Saves that change something on each repetition, and why; all others then write nothing. */
const growing = new Set([
  // adds to a budget
  'PATCH /api/v4/companies/donating-companies/:slug/',
  'PATCH /api/v4/companies/donating-companies/:slug/budgets/:budget/',
])

/** Saves without a version, and why; all others refuse a missing one. */
const unversioned: Record<string, string> = {
  'PATCH /api/v4/reminders/:slug/':
    'the save that clients of old make has none (spec §7): a version that is sent has to be right all the same',
  'PATCH /api/v4/platform-features/1/': 'likewise: clients send the switches alone',
  'PATCH /api/v4/users/profile/': 'nobody but the person changes it',
  'PUT /api/v4/table-settings/:tableName/layout/': 'nobody but the person changes it',
  'PATCH /api/v4/table-settings/:tableName/': 'nobody but the person changes them',
  'PATCH /api/v4/permissions/users/:name/':
    'says all that the person shall hold; there is no row to be stale',
  'PUT /api/v3/projects/:slug/photos/order/':
    'names all the photos in their order; when others are there meanwhile it is refused',
  'PUT /api/v4/additional-steps-fields/order/':
    'names all the fields in their order; when others are there meanwhile it is refused',
  'PATCH /api/v4/projects/views/:slug/opening/':
    'says all roles that begin with the view; of two people the later one has chosen, and both are in the log',
  'PATCH /api/v4/imports/:id/':
    'clients send single choices: a version that is sent has to be right all the same',
}

beforeAll(() => openWorld())
afterAll(() => app.close())

test('every changing call is listed here, or among those without an event', () => {
  expect([...Object.keys(changes), ...Object.keys(unrecorded)].sort()).toEqual(changing.toSorted())
})

describe('a change and its event happen together or not at all', () => {
  test.each(Object.entries(changes))('%s', async (route, arrange) => {
    const change = await arrange()

    const untouched = await databaseChecksums(app.db)
    await sql`alter table audit_events enable trigger refuse_event`.execute(app.db)
    const refused = await call(route, change)
    await sql`alter table audit_events disable trigger refuse_event`.execute(app.db)
    expect([refused.status, refused.body.code]).toEqual([500, 'unexpected'])
    expect(await databaseChecksums(app.db)).toEqual(untouched)

    const answer = await call(route, change)
    expect([answer.status, answer.body]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      answer.body,
    ])
    // The page reads again what the contract says that the call changes (docs/decisions/0001).
    const left = await databaseChecksums(app.db)
    const changed = Object.keys(left).filter((table) => left[table] !== untouched[table])
    expect(undeclared(declaredBy(route), changed)).toEqual([])
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
      .orderBy('id')
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

    if (!/^(PATCH|PUT) /.test(route) || growing.has(route)) return
    const again = versioned(change, answer.body.version as number | undefined)
    expect((await call(route, again)).status).toBe(200)
    expect(await databaseChecksums(app.db)).toEqual(left)
  })
})

describe('a save names its base version', () => {
  const saves = Object.keys(changes).filter((route) => /^(PATCH|PUT) /.test(route))

  test.each(saves)('%s', async (route) => {
    const change = await changes[route]!()
    const missing = await call(route, versioned(change, undefined))
    if (route in unversioned) return expect(missing.status).toBe(200)
    expect([missing.status, Object.keys(missing.body)]).toEqual([400, ['version']])
    const stale = await call(route, versioned(change, 4711))
    expect([stale.status, stale.body.code]).toEqual([409, 'edit_conflict'])
    expect(stale.body.current).toHaveProperty('version')
    const { version } = stale.body.current as { version: number }
    const header = versioned(change, undefined)
    header.options = { ...header.options, headers: { 'if-match': `"${version}"` } }
    expect((await call(route, header)).status).toBe(200)
  })

  test('a wrong version is refused even where the version is optional', async () => {
    for (const route of [
      'PATCH /api/v4/reminders/:slug/',
      'PATCH /api/v4/platform-features/1/',
      'PATCH /api/v4/imports/:id/',
    ]) {
      const stale = await call(route, versioned(await changes[route]!(), 4711))
      expect([stale.status, stale.body.code]).toEqual([409, 'edit_conflict'])
    }
  })

  test('every exempted call exists', () => {
    expect(Object.keys(unversioned).filter((route) => !saves.includes(route))).toEqual([])
  })
})

/** The same save with another version, or without one. */
function versioned(change: Change, version: number | undefined): Change {
  const { version: _, ...body } = (change.options?.body ?? {}) as Record<string, unknown>
  const sent = version === undefined ? body : { ...body, version }
  return { ...change, options: { ...change.options, body: sent } }
}

const isRecordOrNull = (value: unknown) => value === null || typeof value === 'object'
