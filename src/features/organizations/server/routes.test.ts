import { beforeEach, expect, test } from 'vitest'
import { createOrganization, createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const titles = (answer: { body: { results: { title: string }[] } }) =>
  answer.body.results.map((row) => row.title)

async function createInternalStatus(title: string) {
  const slug = title.toLowerCase()
  return app.db
    .insertInto('internal_statuses')
    .values({ subject: 'organization', slug, title, created_at: app.clock.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

test('a proof dated in the future is refused at its field, and does not count before its day', async () => {
  const proof = { exemption_kind: 'notice', exemption_date: '2026-11-22' }
  const path = '/api/v4/organizations/'
  const refused = await staff.post(path, { title: 'A', email_contact: 'a@example.org', ...proof })
  expect([refused.status, refused.body]).toEqual([
    400,
    { exemption_date: ['The date of the proof is in the future'] },
  ])
  const { slug } = await createOrganization(app.db, proof)
  const read = async () => (await staff.get(`/api/v4/organization/${slug}/`)).body
  expect((await read()).is_notice_of_exemption_expired).toBe(true)
  expect((await staff.get(`${path}?proof_status=valid`)).body.count).toBe(0)
  // A stored proof with a future date does not prevent changes of other fields.
  const change = await staff.patch(`/api/v4/organization/${slug}/`, { city: 'Ulm', version: 1 })
  expect([change.status, change.body.city]).toEqual([200, 'Ulm'])
  const moved = await staff.patch(`/api/v4/organization/${slug}/`, {
    exemption_date: '2026-12-01',
    version: 2,
  })
  expect([moved.status, Object.keys(moved.body)]).toEqual([400, ['exemption_date']])
})

test('a row shows labels in the language of the caller, the flag and the proof', async () => {
  const internal = await createInternalStatus('Rückruf')
  await createOrganization(app.db, {
    title: 'Verein',
    review_status: 4,
    content_review_status: 3,
    nonprofit_review_status: 2,
    voting_review_status: 9,
    needs_review: true,
    exemption_date: '2021-11-20',
    internal_status_id: internal.id,
  })
  const { body } = await staff.get('/api/v4/organizations/', { locale: 'du_DE' })
  expect(body).toEqual({
    count: 1,
    total_pages: 1,
    current_page: 1,
    results: [
      {
        id: expect.any(Number),
        slug: expect.any(String),
        title: 'Verein',
        preview_token: expect.any(String),
        email_contact: expect.any(String),
        status: { choice: 2, display: 'Vollständig' },
        review_status: { choice: 4, display: 'Angenommen' },
        content_review_status: { choice: 3, display: 'Abgelehnt' },
        nonprofit_review_status: { choice: 2, display: 'Angenommen' },
        voting_review_status: { choice: 9, display: '-' },
        needs_review: true,
        needs_voting_review: false,
        is_notice_of_exemption_expired: true,
        internal_status: { slug: 'rückruf', label: 'Rückruf' },
        open_tasks: 0,
        version: 1,
      },
    ],
  })
})

test('an organization is found by title, e-mail address, city and register number', async () => {
  await createOrganization(app.db, { title: 'Löwenzahn', email_contact: 'post@loewe.example' })
  await createOrganization(app.db, { title: 'B', city: 'Köln', register_number: 'VR 12_3' })
  const found = async (search: string) =>
    titles(await staff.get(`/api/v4/organizations/?search=${encodeURIComponent(search)}`))
  expect(await found('LOWENZAHN')).toEqual(['Löwenzahn'])
  expect(await found('loewe.example')).toEqual(['Löwenzahn'])
  expect(await found('köln vr')).toEqual(['B'])
  expect(await found('_')).toEqual(['B'])
  expect(await found('%')).toEqual([])
})

test('malformed list calls are refused by name', async () => {
  const refused = async (query: string) => {
    const { status, body } = await staff.get(`/api/v4/organizations/?${query}`)
    return [status, Object.keys(body)]
  }
  expect(await refused('proof_status=maybe')).toEqual([400, ['proof_status']])
  expect(await refused('ordering=slug')).toEqual([400, ['ordering']])
  expect(await refused('funding_type=1')).toEqual([400, ['funding_type']])
  expect((await staff.get('/api/v4/organizations/?page=2')).status).toBe(404)
})

test('pages never overlap, whatever they are ordered by', async () => {
  for (let n = 0; n < 12; n++) await createOrganization(app.db)
  const orderings = ['title', 'status', 'review_status', 'proof_status', 'internal_status', '-created_at']
  for (const ordering of orderings) {
    const page = (number: number) =>
      staff.get(`/api/v4/organizations/?page_size=10&page=${number}&ordering=${ordering}`)
    const all = [...titles(await page(1)), ...titles(await page(2))]
    expect(new Set(all).size).toBe(12)
  }
})

test('ordering by proof puts expired first, and a proof is expired from the day after its last day', async () => {
  await createOrganization(app.db, { title: 'valid', exemption_kind: 'public_body', exemption_date: null })
  await createOrganization(app.db, { title: 'last day', exemption_date: '2021-11-21' })
  await createOrganization(app.db, { title: 'none', exemption_kind: 'none', exemption_date: null })
  const expired = async () =>
    titles(await staff.get('/api/v4/organizations/?proof_status=expired&ordering=title'))
  expect(await expired()).toEqual(['none'])
  expect(titles(await staff.get('/api/v4/organizations/?ordering=proof_status'))[0]).toBe('none')
  app.clock.now = new Date('2026-11-21T23:30:00Z')
  staff = await app.as('superuser')
  expect(await expired()).toEqual(['last day', 'none'])
})

test('a new validity period of notices applies from its first day', async () => {
  await createOrganization(app.db, { title: 'three years old', exemption_date: '2023-11-20' })
  const body = { key: 'exemption_notice_months', valid_from: '2026-11-22', value: 36 }
  expect((await staff.post('/api/v4/settings/limits/', body)).status).toBe(201)
  const expired = async () => (await staff.get('/api/v4/organizations/?proof_status=expired')).body.count
  expect(await expired()).toBe(0)
  app.clock.now = new Date('2026-11-22T09:00:00Z')
  staff = await app.as('superuser')
  expect(await expired()).toBe(1)
})

test('an organization is created with a token of its own and reads the same under both paths', async () => {
  const created = await staff.post('/api/v4/organizations/', {
    title: 'Förderverein',
    email_contact: 'post@example.org',
    iban: 'de89 3704 0044 0532 0130 00',
    exemption_kind: 'art60a',
    exemption_date: '2024-02-29',
  })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    slug: 'foerderverein',
    iban: 'DE89370400440532013000',
    status: { choice: 1, display: 'In progress' },
    review_status: { choice: null, display: '-' },
    exemption_valid_until: '2027-02-28',
    is_notice_of_exemption_expired: false,
    project_count: 0,
    country: 'DE',
  })
  expect(created.body.preview_token).toMatch(/^[\w-]{43}$/)
  expect((await staff.get('/api/v4/organization/foerderverein/')).body).toEqual(created.body)
  expect((await staff.get('/api/v4/organizations/foerderverein/')).body).toEqual(created.body)
  expect((await staff.get('/api/v4/organization/nowhere/')).status).toBe(404)
})

test('wrong fields are refused by name, and nothing is stored', async () => {
  const answer = await staff.post('/api/v4/organizations/', {
    title: '',
    email_contact: 'nobody',
    iban: 'DE00 1234',
    bic: 'x',
    website: 'javascript:alert(1)',
    exemption_date: '2026-02-30',
    colour: 'red',
  })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body).sort()).toEqual(
    ['bic', 'colour', 'email_contact', 'exemption_date', 'iban', 'title', 'website'].sort(),
  )
  const undated = { title: 'A', email_contact: 'a@example.org', exemption_kind: 'notice' }
  expect((await staff.post('/api/v4/organizations/', undated)).body).toEqual({
    exemption_date: ['This field is required'],
  })
  const unknown = { title: 'A', email_contact: 'a@example.org', internal_status: 'nope' }
  expect(Object.keys((await staff.post('/api/v4/organizations/', unknown)).body)).toEqual(['internal_status'])
  expect((await staff.get('/api/v4/organizations/')).body.count).toBe(0)
})

test('the minimal list has slugs and titles, sorted by title, and can be searched', async () => {
  await createOrganization(app.db, { title: 'b', slug: 'b' })
  await createOrganization(app.db, { title: 'Äpfel', slug: 'aepfel' })
  const answer = await staff.get('/api/v4/organizations/minimal-list/')
  expect(answer.body).toEqual([
    { slug: 'aepfel', title: 'Äpfel' },
    { slug: 'b', title: 'b' },
  ])
  expect((await staff.get('/api/v4/organizations/minimal-list/?search=apf&limit=5')).body).toHaveLength(1)
})

test('an edit on a stale version is refused with 409 and the current row, and changes nothing', async () => {
  const { slug } = await createOrganization(app.db)
  const first = await staff.patch(`/api/v4/organization/${slug}/`, { city: 'Bonn', version: 1 })
  const second = await staff.patch(`/api/v4/organization/${slug}/`, { city: 'Ulm', version: 1 })
  const unversioned = await staff.patch(`/api/v4/organization/${slug}/`, { city: 'Ulm' })
  const byHeader = await staff.patch(
    `/api/v4/organization/${slug}/`,
    { phone: '030' },
    { headers: { 'if-match': '"2"' } },
  )
  expect([first.status, first.body.version]).toEqual([200, 2])
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ code: 'edit_conflict', current: { city: 'Bonn', version: 2 } })
  expect([unversioned.status, Object.keys(unversioned.body)]).toEqual([400, ['version']])
  expect(byHeader.body).toMatchObject({ city: 'Bonn', phone: '030', version: 3 })
})

test('a new title reaches the projects of the organization', async () => {
  const organization = await createOrganization(app.db, { title: 'Alt' })
  await createProject(app.db, { organization_id: organization.id })
  await staff.patch(`/api/v4/organization/${organization.slug}/`, { title: 'Neuer Name', version: 1 })
  const { body } = await staff.get('/api/v4/projects/?search=neuer')
  expect(body.results[0].organization.title).toBe('Neuer Name')
})

test('the history records the changed fields of each change, and never the token', async () => {
  const { slug } = await createOrganization(app.db, { city: 'Ulm', phone: '111' })
  await staff.patch(`/api/v4/organization/${slug}/`, { city: 'Bonn', phone: '111', version: 1 })
  const history = (await staff.get(`/api/v4/organization/${slug}/history/`)).body
  expect(history).toMatchObject({
    count: 1,
    results: [{ action: 'change', before: { city: 'Ulm' }, after: { city: 'Bonn' } }],
  })
  expect(Object.keys(history.results[0].after)).toEqual(['city'])
  expect((await staff.delete(`/api/v4/organization/${slug}/`)).status).toBe(204)
  const events = await app.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  expect(JSON.stringify(events)).not.toContain('preview')
  expect(events.map((event) => event.action)).toEqual(['change', 'delete'])
})

test('archiving is refused while a project is in financing, and unarchiving restores the earlier status', async () => {
  const organization = await createOrganization(app.db)
  const project = await createProject(app.db, { organization_id: organization.id, title: 'collecting' })
  const other = await createOrganization(app.db, { status: 1 })
  const organization_slugs = [other.slug, organization.slug]
  const path = `/api/v4/organization/${organization.slug}/`
  const blocked = await staff.post('/api/v4/organizations/archive/', { organization_slugs })
  const blocking = [
    {
      slug: project.slug,
      title: 'collecting',
      code: 'still_in_financing',
      of: { slug: organization.slug, title: organization.title },
    },
  ]
  expect([blocked.status, blocked.body.code, blocked.body.blocking]).toEqual([
    409,
    'still_in_financing',
    blocking,
  ])
  expect((await staff.patch(path, { status: 3, version: 1 })).body.blocking).toEqual(blocking)
  expect((await staff.get('/api/v4/organizations/?archived=true')).body.count).toBe(0)

  await staff.patch(`/api/v4/project/${project.slug}/`, { ends_on: '2026-11-20', version: 1 })
  const archived = await staff.post('/api/v4/organizations/archive/', { organization_slugs })
  expect([archived.status, archived.body]).toEqual([200, { archived: organization_slugs }])
  expect((await staff.get('/api/v4/organizations/?archived=true')).body.count).toBe(2)
  expect((await staff.get('/api/v4/organizations/?exclude_status=archived')).body.count).toBe(0)
  await staff.post('/api/v4/organizations/unarchive/', { organization_slugs })
  expect((await staff.get(path)).body.status.choice).toBe(2)
  expect((await staff.get(`/api/v4/organization/${other.slug}/`)).body.status.choice).toBe(1)
  const unknown = await staff.post('/api/v4/organizations/archive/', { organization_slugs: ['nope'] })
  expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ['organization_slugs']])
})

test('an organization with projects cannot be deleted, one without can', async () => {
  const organization = await createOrganization(app.db)
  const project = await createProject(app.db, { organization_id: organization.id, title: 'P' })
  const answer = await staff.delete(`/api/v4/organization/${organization.slug}/`)
  expect([answer.status, answer.body.code, answer.body.blocking]).toEqual([
    409,
    'has_projects',
    [{ slug: project.slug, title: 'P', code: 'has_projects' }],
  ])
  const lonely = await createOrganization(app.db)
  expect((await staff.delete(`/api/v4/organization/${lonely.slug}/`)).status).toBe(204)
  expect((await staff.get(`/api/v4/organization/${lonely.slug}/`)).status).toBe(404)
})

test('a review decision sets the outcome and its consequences for the projects, and can be taken back', async () => {
  const organization = await createOrganization(app.db, { review_status: null, needs_review: true })
  await createProject(app.db, { organization_id: organization.id })
  const path = `/api/v4/organization/${organization.slug}/review/`
  const inFinancing = async () =>
    (await staff.get('/api/v4/projects/?financing_status=in_financing')).body.count
  expect(await inFinancing()).toBe(0)
  const decided = await staff.post(path, { kind: 'review', outcome: 2, reason: 'ok', version: 1 })
  expect(decided.body).toMatchObject({
    review_status: { choice: 2, display: 'Accepted' },
    needs_review: false,
    version: 2,
  })
  expect(await inFinancing()).toBe(1)
  const nonprofit = await staff.post(path, { kind: 'nonprofit', outcome: 3, version: 2 })
  expect(nonprofit.body.nonprofit_review_status).toEqual({ choice: 3, display: 'Rejected' })
  expect((await staff.post(path, { kind: 'nonprofit', outcome: 4, version: 3 })).status).toBe(400)
  expect((await staff.post(path, { kind: 'review', outcome: 3, version: 1 })).status).toBe(409)
  const back = await staff.post(path, { kind: 'review', outcome: null, version: 3 })
  expect(back.body.review_status).toEqual({ choice: null, display: '-' })
  const history = (await staff.get(`/api/v4/organization/${organization.slug}/history/`)).body.results
  expect(history.map((event: { action: string }) => event.action)).toEqual([
    'review_withdrawn',
    'review_decided',
    'review_decided',
  ])
})

test('the info HTML escapes what people typed', async () => {
  const { slug } = await createOrganization(app.db, {
    description: '<img src=x onerror=alert(1)>',
    city: '<i>',
  })
  const { body } = await staff.get(`/api/v4/organization/${slug}/info/`)
  expect(body.html).not.toContain('<img')
  expect(body.html).toContain('&lt;img')
  expect(body.html).toContain('&lt;i&gt;')
})

test('a save that changes nothing leaves version and history as they are', async () => {
  const { slug, title } = await createOrganization(app.db, { city: 'Ulm' })
  const path = `/api/v4/organization/${slug}/`
  const answer = await staff.patch(path, { title, status: 2, city: 'Ulm', version: 1 })
  expect([answer.status, answer.body.version]).toEqual([200, 1])
  expect((await staff.get(`${path}history/`)).body.count).toBe(0)
})

test('refuses an invalid phone number or postcode at its field', async () => {
  const { slug } = await createOrganization(app.db, { postcode: 'alt', phone: 'alt' })
  const change = async (body: object) => {
    const { version } = (await staff.get(`/api/v4/organization/${slug}/`)).body
    return staff.patch(`/api/v4/organization/${slug}/`, { ...body, version })
  }
  for (const [body, field] of [
    [{ phone: 'keins' }, 'phone'],
    [{ postcode: '1234' }, 'postcode'],
    [{ postcode: '12345', country: 'AT' }, 'postcode'],
    // The stored postcode does not fit the new country.
    [{ country: 'AT' }, 'postcode'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    const answer = await change(body)
    expect([answer.status, Object.keys(answer.body.errors ?? answer.body)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ])
  }
  for (const body of [
    { city: 'Ulm' },
    { phone: '+49 (0)731 12345' },
    { postcode: '89073' },
    { postcode: '1010', country: 'AT' },
  ])
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    expect([body, (await change(body)).status]).toEqual([body, 200])
  const made = await staff.post('/api/v4/organizations/', {
    title: 'Neu',
    email_contact: 'a@x.example',
    postcode: '1',
  })
  expect(made.status).toBe(400)
})
