import { beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { audit } from '#server/audit/audit.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { type Client, testApp, useApp } from './app.ts'
import { givenReceipt } from './documents.ts'
import { createOrganization, createProject } from './factories.ts'

// Reading or exporting personal data leaves an event; routes declare it, and this test compares the declarations with
// their shapes.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = (route: Route) => `${route.method} ${route.path}`

/** Keys that say something about a person, or that may hold anything a mail can. */
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
  'holder',
  'bank_account_holder',
  'bic',
  'to_name',
  'signatory',
  'postal_code',
  // Sentences and rows with such content.
  'effects',
  'payload',
  'cells',
])

/** Routes whose reads leave no event, and why. */
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
  'GET /api/v4/project/:slug/': 'no more than its row in the list: the contact address of its organization',
  'GET /api/v4/project/:slug/peek/':
    'likewise, and the account masked; asked for ahead, so often not looked at',
  'GET /api/v4/organization/:slug/peek/': 'likewise',
  'GET /api/v4/reviews/queue/:slug/': 'likewise',
  'GET /api/v4/documents/:slug/': 'no more than its row in the list',
  'GET /api/v4/bank-statements/:id/': 'the account is the house’s own',
  'GET /api/v4/document-templates/:slug/versions/:number/checklist/': 'samples of an invented donor',
  'GET /api/v4/documents/:slug/findings/':
    'days, tax office and number of an organization, found in its notice',
  'GET /api/v4/organization/:slug/register-checks/': 'what a public register says of it',
  'GET /api/v4/organization/:slug/machine-receipts/': 'names that stand on every receipt of it',
  'GET /api/v4/organization/:slug/signature/':
    'a name that all who get a document of it read; the picture leaves one',
}

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

/** One page of rows: lists leave no event (docs/decisions/0022). An array without pages belongs to one record. */
const isList = (shape: z.ZodType) => shape instanceof z.ZodObject && 'results' in shape.shape

type Definition = Partial<
  Record<'innerType' | 'element' | 'valueType' | 'left' | 'right' | 'in' | 'out', z.ZodType>
> & {
  options?: z.ZodType[]
  items?: z.ZodType[]
  getter?: () => z.ZodType
}

/** The shapes directly inside one: its keys, elements, alternatives, or its wrapped shape. */
function within(shape: z.ZodType): z.ZodType[] {
  if (shape instanceof z.ZodObject) return Object.values(shape.shape) as z.ZodType[]
  const { options = [], items = [], getter, ...one } = shape.def as Definition
  const { innerType, element, valueType, left, right, in: before, out } = one
  const single = [innerType, element, valueType, left, right, before, out, getter?.()]
  return [...options, ...items, ...single].filter((inner) => inner instanceof z.ZodType)
}

/** True when a key says something about a person: counts and fixed wording (`{ code, text }`) do not. */
const isPersonal = (shape: z.ZodObject, key: string) =>
  personal.has(key) &&
  !(shape.shape[key] instanceof z.ZodNumber) &&
  !(key === 'text' && 'code' in shape.shape)

/** True when any key in a shape, at whatever depth, is personal. */
function tellsOfPersons(shape: z.ZodType, seen = new Set<z.ZodType>()): boolean {
  if (seen.has(shape)) return false
  seen.add(shape)
  if (shape instanceof z.ZodObject && Object.keys(shape.shape).some((key) => isPersonal(shape, key)))
    return true
  return within(shape).some((inner) => tellsOfPersons(inner, seen))
}

test('personal keys are found inside objects, arrays, nullable and optional shapes, unions and pages', () => {
  const inside = z.object({ email: z.string() })
  const recursive: z.ZodType = z.lazy(() => z.object({ next: recursive.nullable(), iban: z.string() }))
  for (const shape of [
    inside,
    z.object({ a: inside }),
    z.array(inside),
    z.object({ a: z.array(z.object({ b: inside.nullable() })).optional() }),
    z.union([z.string(), z.object({ a: inside })]),
    z.discriminatedUnion('k', [
      z.object({ k: z.literal(1) }),
      z.object({ k: z.literal(2), holder: z.string() }),
    ]),
    z.intersection(z.object({ a: z.string() }), inside),
    z.record(z.string(), inside),
    z.tuple([z.string(), inside]),
    inside.transform((value) => value),
    inside.default({ email: '' }).readonly(),
    recursive,
  ])
    expect(tellsOfPersons(shape)).toBe(true)
  const wording = z.object({ reasons: z.array(z.object({ code: z.string(), text: z.string() })) })
  expect(tellsOfPersons(wording)).toBe(false)
})

test('every route for a file or a single record with personal data is declared as recorded', () => {
  const expected = routes.filter(({ method, response }) => {
    if (method !== 'GET') return false
    if (response === 'file') return true
    return typeof response !== 'string' && !isList(response) && tellsOfPersons(response)
  })
  const found = expected.map(name)
  expect(Object.keys(unrecorded).filter((route) => !found.includes(route))).toEqual([])
  const open = expected.filter((route) => !route.recorded && !(name(route) in unrecorded))
  expect(open.map(name)).toEqual([])
  const needless = routes.filter(({ recorded }) => recorded && recorded.action === 'read').map(name)
  expect(needless.sort()).toEqual([
    'GET /api/v4/approvals/:id/',
    'GET /api/v4/bank-transactions/:id/',
    'GET /api/v4/documents/:slug/links/',
    'GET /api/v4/documents/:slug/view/',
    'GET /api/v4/emails/:id/',
    'GET /api/v4/imports/:id/',
    'GET /api/v4/intake-deliveries/:id/',
    'GET /api/v4/organization/:slug/',
    'GET /api/v4/organization/:slug/account-holder/',
    'GET /api/v4/organization/:slug/info/',
    'GET /api/v4/organization/:slug/signature/file/',
    'GET /api/v4/organizations/:slug/',
    'GET /api/v4/private-donations/:slug/',
    'GET /api/v4/reminders/:slug/draft/',
    'GET /api/v4/users/:id/',
    'POST /api/v4/payouts/sepa-preview/',
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
  // A read is no change of the record.
  const history = await staff.get(`/api/v4/organization/${organization.slug}/history/`)
  expect([history.status, history.body.count]).toEqual([200, 0])
})

test('a prefetch reveals no holder and leaves no event; showing the holder leaves one', async () => {
  const organization = await createOrganization(app.db, { bank_account_holder: 'Anna Vollmer' })
  const project = await createProject(app.db, { organization_id: organization.id })
  for (const path of [
    `/api/v4/project/${project.slug}/peek/`,
    `/api/v4/organization/${organization.slug}/peek/`,
    `/api/v4/reviews/queue/${project.slug}/`,
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status, body } = await staff.get(path)
    expect([status, JSON.stringify(body).includes('Vollmer')]).toEqual([200, false])
  }
  expect(await events()).toEqual([])
  const holder = `/api/v4/organization/${organization.slug}/account-holder/`
  expect((await staff.get(holder)).body).toEqual({ holder: 'Anna Vollmer' })
  await staff.get(`/api/v4/organization/${organization.slug}/info/`)
  const of = { object_type: 'organization', object_id: organization.id, object_title: organization.title }
  const read = { action: 'read', actor_id: staff.userId, after: null, ...of }
  expect(await events()).toMatchObject([read, read])
})

test('an IBAN in a proposal and the links of a sent document leave an event that names the record', async () => {
  const organization = await createOrganization(app.db, { iban: 'DE89370400440532013000' })
  const settings = '/api/v4/settings/approvals/'
  const rules = [{ act: 'bank_details', enabled: true, from_cents: 0 }]
  const { version: before } = (await staff.get(settings)).body
  expect((await staff.patch(settings, { rules, version: before })).status).toBe(200)
  const path = `/api/v4/organization/${organization.slug}/`
  const { version } = (await staff.get(path)).body
  const proposed = await staff.patch(path, { iban: 'DE02120300000000202051', version })
  expect(proposed.status).toBe(202)
  const { id } = proposed.body.approval
  expect((await staff.get(`/api/v4/approvals/${id}/`)).body.effects[0]).toContain('DE02120300000000202051')
  const { results } = (await staff.get('/api/v4/approvals/')).body
  expect(results).toHaveLength(1)
  const document = await givenReceipt(app, staff)
  await staff.get(`/api/v4/documents/${document.slug}/links/`)
  const reads = (await events()).filter(
    ({ action, object_type }) => action === 'read' && object_type !== 'organization',
  )
  expect(reads).toMatchObject([
    { object_type: 'approval', object_id: id, object_title: organization.title, actor_id: staff.userId },
    {
      object_type: 'document_links',
      object_id: document.id,
      object_title: 'Zuwendungsbestätigung_2026-11-21.pdf',
    },
  ])
})

test('a read neither waits for a pending change nor blocks it', async () => {
  const organization = await createOrganization(app.db, { bank_account_holder: 'Anna Vollmer' })
  await app.db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await sql`select from organizations where id = ${organization.id} for update`.execute(tx)
    const change = { action: 'change', object_type: 'organization', object_id: organization.id } as const
    const context = { actor: { id: staff.userId, name: '' }, now: app.clock.now }
    await audit(tx, context, change)
    const answer = await staff.get(`/api/v4/organization/${organization.slug}/account-holder/`)
    expect([answer.status, answer.body.holder]).toEqual([200, 'Anna Vollmer'])
    await tx.updateTable('organizations').set({ city: 'Talheim' }).where('id', '=', organization.id).execute()
    await audit(tx, context, change)
  })
  expect((await events()).map(({ action }) => action).sort()).toEqual(['change', 'change', 'read'])
})

test('an export leaves an event with its filters but without its search words', async () => {
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

test('a read or an export fails if its event cannot be recorded', async () => {
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
    await expect.poll(lines).toContain('/api/v4/session/')
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
