import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { queueMail } from '#server/mail.ts'
import { type Client, type TestApp, testApp } from './app.ts'
import { createOrganization } from './factories.ts'

// Who reads personal data or takes it away leaves an event; which routes do is declared, and checked against their shapes.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = (route: Route) => `${route.method} ${route.path}`

/** What tells something about a person, or can hold anything a mail can. */
const personal = new Set([
  'email',
  'email_contact',
  'to_email',
  'iban',
  'phone',
  'street',
  'html',
  'text',
  'donor',
])

/** Reading these leaves no event, and why. */
const unrecorded: Record<string, string> = {
  'GET /api/v4/session/': 'the own account',
  'GET /api/v4/users/profile/': 'the own account',
  'GET /api/v4/users/invite/:token/': 'the own invitation',
  'GET /api/v4/document-templates/:slug/versions/:number/pdf/': 'a blank form',
  'GET /api/v4/document-templates/:slug/versions/:number/preview/':
    'samples, which name no person; a chosen project is shown to who may see its organization',
  'GET /api/v3/projects/:slug/photos/:id/file/': 'a picture of the page that shows it',
  'GET /api/v3/projects/:slug/photos/:id/thumb/': 'likewise',
  'GET /organization/:slug/photos/:id/': 'a picture of the public preview',
  'GET /document-link/:token/file/': 'its handler writes the event together with the count',
  'GET /api/v4/project/:slug/info/': 'its html tells nothing about a person',
}

let app: TestApp
let staff: Client
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  staff = await app.as('superuser')
})

const isList = (shape: z.ZodType) => shape instanceof z.ZodObject && 'results' in shape.shape

test('every file, and every single record with personal data, is declared as recorded', () => {
  const expected = routes.filter(({ method, response }) => {
    if (method !== 'GET') return false
    if (response === 'file') return true
    if (response === 'html' || response === 'empty' || !(response instanceof z.ZodObject)) return false
    return !isList(response) && Object.keys(response.shape).some((key) => personal.has(key))
  })
  const open = expected.filter((route) => !route.recorded && !(name(route) in unrecorded))
  expect(open.map(name)).toEqual([])
  const needless = routes.filter(({ recorded }) => recorded && recorded.action === 'read').map(name)
  expect(needless.sort()).toEqual([
    'GET /api/v4/bank-transactions/:id/',
    'GET /api/v4/documents/:slug/view/',
    'GET /api/v4/emails/:id/',
    'GET /api/v4/intake-deliveries/:id/',
    'GET /api/v4/organization/:slug/',
    'GET /api/v4/organization/:slug/info/',
    'GET /api/v4/organization/:slug/signature/file/',
    'GET /api/v4/organizations/:slug/',
    'GET /api/v4/private-donations/:slug/',
    'GET /api/v4/reminders/:slug/draft/',
    'GET /api/v4/users/:id/',
  ])
})

const events = () =>
  app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'object_type', 'object_id', 'object_title', 'after', 'request_id'])
    .orderBy('id')
    .execute()

test('reading an account, an organization or a mail leaves an event; a list and a refusal do not', async () => {
  const organization = await createOrganization(app.db)
  await queueMail(app.db, {
    template: 'task_created',
    to: { email: 'anna@example.org', language: 'en_US' },
    object: null,
    data: { title: 'T' },
    now: app.clock.now,
  })
  const { results } = (await staff.get('/api/v4/emails/')).body
  await staff.get('/api/v4/users/')
  await staff.get('/api/v4/users/999/')
  const stranger = await app.as(['view_projects'])
  expect((await stranger.get(`/api/v4/users/${staff.userId}/`)).status).toBe(403)
  expect(await events()).toEqual([])
  await staff.get(`/api/v4/users/${staff.userId}/`)
  await staff.get(`/api/v4/organization/${organization.slug}/`)
  const { headers } = await staff.get(`/api/v4/emails/${results[0].id}/`)
  const read = { action: 'read', actor_id: staff.userId, after: null }
  expect(await events()).toMatchObject([
    { ...read, object_type: 'user', object_id: staff.userId },
    { ...read, object_type: 'organization', object_id: organization.id, object_title: organization.title },
    { ...read, object_type: 'email', object_id: results[0].id, request_id: headers.get('x-request-id') },
  ])
  // Who looked is no change of the record.
  const history = await staff.get(`/api/v4/organization/${organization.slug}/history/`)
  expect([history.status, history.body.count]).toEqual([200, 0])
})

test('an export leaves an event with its filters, not with what was searched for', async () => {
  const answer = await staff.get('/api/v4/users/export/?format=xlsx&search=Vollmer&user_type=staff')
  expect(answer.status).toBe(200)
  const [event] = await events()
  expect(event).toMatchObject({
    action: 'export',
    actor_id: staff.userId,
    object_type: 'user',
    object_id: null,
    after: { filters: { user_type: ['staff'] }, searched: true, in_background: false },
  })
  expect(JSON.stringify(event)).not.toContain('Vollmer')
})

test('what cannot be recorded is not shown', async () => {
  const refuse = `create function refuse_reading() returns trigger language plpgsql as
    $$ begin raise exception 'no events today'; end $$`
  await sql.raw(refuse).execute(app.db)
  await sql`create trigger refuse_reading before insert on audit_events for each row execute function refuse_reading()`.execute(
    app.db,
  )
  const answers = [
    await staff.get(`/api/v4/users/${staff.userId}/`),
    await staff.get('/api/v4/users/export/?format=xlsx'),
  ]
  await sql`drop trigger refuse_reading on audit_events; drop function refuse_reading()`.execute(app.db)
  for (const { status, body } of answers) expect([status, body.code]).toEqual([500, 'unexpected'])
})

test('log lines carry the account’s id, and neither its name nor its address', async () => {
  const logging = await testApp({ config: { logLevel: 'info' } })
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const lines = () => written.mock.calls.map(([line]) => String(line)).join('')
  try {
    const person = await logging.as(['view_projects'])
    await person.get('/api/v4/users/1/')
    await logging.signedOut().get('/api/v4/session/')
    await vi.waitFor(() => expect(lines()).toContain('/api/v4/session/'))
    expect(lines()).toMatch(
      new RegExp(`"route":"/api/v4/users/:id/","account":${person.userId}.*"status":403`),
    )
    expect(lines()).toMatch(/"route":"\/api\/v4\/session\/","account":null/)
    expect(lines()).not.toMatch(/example\.org|Person/)
  } finally {
    written.mockRestore()
    await logging.close()
  }
})
