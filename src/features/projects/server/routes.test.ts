import { beforeEach, expect, test } from 'vitest'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const titles = (answer: { body: { results: { title: string }[] } }) =>
  answer.body.results.map((row) => row.title)

test('a list answers results, count, total_pages and current_page', async () => {
  for (let n = 1; n <= 12; n++) await createProject(app.db, { title: `P${String(n).padStart(2, '0')}` })
  const answer = await staff.get('/api/v4/projects/?page=2&page_size=10&ordering=title')
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ count: 12, total_pages: 2, current_page: 2 })
  expect(titles(answer)).toEqual(['P11', 'P12'])
})

test('a page past the end is 404, an unknown page size, ordering, filter or value 400 that names it', async () => {
  const statusAndBody = async (query: string) => {
    const { status, body } = await staff.get(`/api/v4/projects/?${query}`)
    return [status, Object.keys(body)]
  }
  expect((await staff.get('/api/v4/projects/?page=2')).status).toBe(404)
  expect(await statusAndBody('page_size=20')).toEqual([400, ['page_size']])
  expect(await statusAndBody('ordering=-nothing')).toEqual([400, ['ordering']])
  expect(await statusAndBody('colour=red')).toEqual([400, ['colour']])
  expect(await statusAndBody('status=4')).toEqual([400, ['status']])
  expect(await statusAndBody('page=0')).toEqual([400, ['page']])
  expect(await statusAndBody('search=%00')).toEqual([400, ['search']])
})

test('search folds case and accents and treats % and _ as plain characters', async () => {
  const organization = await createOrganization(app.db, { title: 'Förderverein Straße' })
  await createProject(app.db, { title: 'Brücke 100 %', organization_id: organization.id })
  await createProject(app.db, { title: 'snake_case' })
  expect(titles(await staff.get('/api/v4/projects/?search=bruCKE'))).toEqual(['Brücke 100 %'])
  expect(titles(await staff.get(`/api/v4/projects/?search=${encodeURIComponent('strasse förder')}`))).toEqual(
    ['Brücke 100 %'],
  )
  expect(titles(await staff.get('/api/v4/projects/?search=%25'))).toEqual(['Brücke 100 %'])
  expect(titles(await staff.get('/api/v4/projects/?search=_'))).toEqual(['snake_case'])
  expect((await staff.get('/api/v4/projects/?search=%EF%BC%85')).body.count).toBe(1)
})

test('titles as long as allowed are saved and found, whatever their characters fold to', async () => {
  // An index entry holds 2,704 bytes, compressed ones included: no pattern may help to compress the last block.
  const blocks = {
    'square katakana, up to six letters each': [0x3300, 88],
    'four bytes each': [0x20000, 42_711],
  }
  for (const [name, [first, size]] of Object.entries(blocks)) {
    const title = (length: number, seed: number) =>
      String.fromCodePoint(
        ...Array.from({ length }, (_, n) => first! + ((Math.imul(n + seed, 2_654_435_761) >>> 7) % size!)),
      )
    const { slug: organization_slug } = await createOrganization(app.db, { title: title(500, 1) })
    const body = { title: title(200, 1000), organization_slug, funding_type: 1, needs: [] }
    expect([name, (await staff.post('/api/v4/projects/', body)).status]).toEqual([name, 201])
    const search = encodeURIComponent(body.title.slice(0, 24))
    expect(titles(await staff.get(`/api/v4/projects/?search=${search}`))).toEqual([body.title])
  }
})

test('filters combine values with OR and each other with AND, and the count equals the rows', async () => {
  await createProject(app.db, { title: 'open', ends_on: '2026-11-21' })
  await createProject(app.db, { title: 'over', ends_on: '2026-11-20' })
  await createProject(app.db, { title: 'banned', is_banned: true })
  const funded = await createProject(app.db, { title: 'funded', needs: [500], funding_type: 3 })
  await createGift(app.db, funded, 500)
  await createProject(app.db, { title: 'archived', status: 3, funding_type: 3 })
  const found = async (query: string) => {
    const answer = await staff.get(`/api/v4/projects/?ordering=title&${query}`)
    expect(answer.body.count).toBe(answer.body.results.length)
    return titles(answer)
  }
  expect(await found('financing_status=in_financing')).toEqual(['open'])
  expect(await found('financing_status=expired,fully_funded')).toEqual(['funded', 'over'])
  expect(await found('financing_status=banned')).toEqual(['banned'])
  expect(await found('funding_type=foundation&exclude_status=archived')).toEqual(['funded'])
  expect(await found('funding_type=3')).toEqual(['archived', 'funded'])
  expect(await found('archived=true')).toEqual(['archived'])
  expect(await found('status=archived,complete&funding_type=donation')).toEqual(['banned', 'open', 'over'])
})

test('the next business day ends a project without a restart', async () => {
  await createProject(app.db, { title: 'last day', ends_on: '2026-11-21' })
  const financing = async () =>
    (await staff.get('/api/v4/projects/?financing_status=in_financing')).body.count
  expect(await financing()).toBe(1)
  app.clock.now = new Date('2026-11-21T23:30:00Z')
  staff = await app.as('superuser')
  expect(await financing()).toBe(0)
  app.clock.now = new Date('2026-11-21T09:00:00Z')
})

test('a project is created with its needs and derived figures', async () => {
  const organization = await createOrganization(app.db)
  const created = await staff.post('/api/v4/projects/', {
    title: 'Kletterwand',
    organization_slug: organization.slug,
    funding_type: 1,
    needs: [
      { title: 'Holz', amount_cents: 100_050 },
      { title: 'Griffe', amount_cents: 24_950 },
    ],
  })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    slug: 'kletterwand',
    target_cents: 125_000,
    funded_cents: 0,
    missing_cents: 125_000,
    status: { choice: 1, display: 'In progress' },
    review_status: { choice: null, display: '-' },
    can_receive_fundings: false,
  })
  expect(created.body.blocking_reasons.map((reason: { code: string }) => reason.code)).toEqual([
    'not_complete',
    'not_reviewed',
  ])
})

test('missing and wrong fields are refused by name, in the language of the caller', async () => {
  const answer = await staff.post(
    '/api/v4/projects/',
    { title: ' ', funding_type: 9, needs: [{ title: 'x', amount_cents: 0 }], extra: 1 },
    { locale: 'sie_DE' },
  )
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    title: ['Geben Sie einen Titel ein'],
    organization_slug: ['Wählen Sie eine Organisation'],
    extra: ['Unbekanntes Feld'],
  })
  expect(Object.keys(answer.body).sort()).toEqual([
    'extra',
    'funding_type',
    'needs.0.amount_cents',
    'organization_slug',
    'title',
  ])
})

test('an edit on a stale version is 409 with the row as it is now, and changes nothing', async () => {
  const project = await createProject(app.db)
  const first = await staff.patch(`/api/v4/project/${project.slug}/`, { title: 'First', version: 1 })
  const second = await staff.patch(`/api/v4/project/${project.slug}/`, { title: 'Second', version: 1 })
  expect([first.status, first.body.version]).toEqual([200, 2])
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ code: 'edit_conflict', current: { title: 'First', version: 2 } })
})

test('every change writes what it changed into the history', async () => {
  const project = await createProject(app.db, { title: 'Before' })
  await staff.patch(`/api/v4/project/${project.slug}/`, { title: 'After', is_banned: false, version: 1 })
  const { body } = await staff.get(`/api/v4/project/${project.slug}/history/`)
  expect(body.results).toMatchObject([
    { action: 'change', before: { title: 'Before' }, after: { title: 'After' } },
  ])
})

test('a review decision sets the outcome, clears the flag, is recorded and can be undone', async () => {
  const project = await createProject(app.db, { review_status: null, needs_donation_review: true })
  const path = `/api/v4/project/${project.slug}/review/`
  const decided = await staff.post(path, { kind: 'review', outcome: 4, reason: 'fits', version: 1 })
  expect(decided.body).toMatchObject({
    review_status: { choice: 4, display: 'Accepted' },
    needs_donation_review: false,
  })
  const back = await staff.post(path, { kind: 'review', outcome: null, version: 2 })
  expect(back.body.review_status).toEqual({ choice: null, display: '-' })
  const kept = await app.db.selectFrom('review_decisions').selectAll().orderBy('id').execute()
  expect(kept.map((row) => [row.outcome, row.previous_outcome, row.reason])).toEqual([
    [4, null, 'fits'],
    [null, 4, ''],
  ])
  expect((await staff.post(path, { kind: 'nonprofit', outcome: 2, version: 3 })).status).toBe(400)
  expect((await staff.post(path, { kind: 'content', outcome: 4, version: 3 })).status).toBe(400)
})

test('duplicates copy texts and needs, never money, reviews or the archive', async () => {
  const project = await createProject(app.db, {
    title: 'Garten',
    needs: [700, 300],
    description: 'text',
    review_status: 4,
  })
  const mark = await staff.post('/api/v4/projects/internal-status/', { title: 'Im Beirat' })
  await staff.patch(`/api/v4/project/${project.slug}/`, { internal_status: mark.body.slug, version: 1 })
  await createGift(app.db, project, 1000)
  const answer = await staff.post('/api/v4/projects/duplicate/', { project_slugs: [project.slug] })
  expect(answer.status).toBe(201)
  const [copy] = answer.body.duplicated
  expect(copy).toEqual({ from: project.slug, slug: 'garten-copy', title: 'Garten (Copy)' })
  const detail = (await staff.get(`/api/v4/project/${copy.slug}/`)).body
  expect(detail).toMatchObject({
    status: { choice: 1 },
    review_status: { choice: null },
    internal_status: null,
    target_cents: 1000,
    funded_cents: 0,
    description: 'text',
  })
})

test('an archived organization gets no new projects: made, moved or copied', async () => {
  const archived = await createOrganization(app.db, { status: 3, previous_status: 2 })
  const body = { title: 'A', organization_slug: archived.slug, needs: [], funding_type: 1 }
  const made = await staff.post('/api/v4/projects/', body)
  expect([made.status, made.body]).toEqual([
    400,
    {
      organization_slug: ['This organization is archived. Restore it before it gets a project.'],
    },
  ])
  const project = await createProject(app.db)
  const moved = await staff.patch(`/api/v4/project/${project.slug}/`, {
    organization_slug: archived.slug,
    version: 1,
  })
  expect([moved.status, Object.keys(moved.body)]).toEqual([400, ['organization_slug']])
  const old = await createProject(app.db, { organization_id: archived.id })
  const copied = await staff.post('/api/v4/projects/duplicate/', { project_slugs: [old.slug, project.slug] })
  expect([copied.status, copied.body.code, copied.body.blocking]).toEqual([
    409,
    'organization_archived',
    [{ slug: old.slug, title: old.title, code: 'organization_archived' }],
  ])
  // Fields that the project had before archiving can still be changed.
  const changed = await staff.patch(`/api/v4/project/${old.slug}/`, {
    title: 'B',
    organization_slug: archived.slug,
    version: 1,
  })
  expect(changed.status).toBe(200)
  const offered = await staff.get('/api/v4/organizations/minimal-list/?exclude_status=archived')
  expect(offered.body.map(({ slug }: { slug: string }) => slug)).not.toContain(archived.slug)
})

test('archiving is all or none and keeps the status it overwrites', async () => {
  const collecting = await createProject(app.db, { title: 'collecting' })
  const done = await createProject(app.db, { title: 'done', ends_on: '2026-01-01' })
  const both = await staff.post('/api/v4/projects/archive/', { project_slugs: [done.slug, collecting.slug] })
  expect(both.status).toBe(409)
  expect(both.body.blocking).toEqual([
    { slug: collecting.slug, title: 'collecting', code: 'still_in_financing' },
  ])
  expect((await staff.get('/api/v4/projects/?archived=true')).body.count).toBe(0)
  const one = await staff.post('/api/v3/projects/archive-projects/', { project_slugs: [done.slug] })
  expect([one.status, one.body]).toEqual([200, { archived: [done.slug] }])
  await staff.post('/api/v4/projects/unarchive/', { project_slugs: [done.slug] })
  expect((await staff.get(`/api/v4/project/${done.slug}/`)).body.status.choice).toBe(2)
})

test('deleting needs the exact name, and money forbids it', async () => {
  const project = await createProject(app.db, { title: 'Weg damit' })
  const rich = await createProject(app.db, { title: 'Reich' })
  await createGift(app.db, rich, 100)
  expect((await staff.delete(`/api/v4/project/${project.slug}/`, { confirm_title: 'weg' })).status).toBe(400)
  expect((await staff.delete(`/api/v4/project/${rich.slug}/`, { confirm_title: 'Reich' })).body.code).toBe(
    'has_ledger_rows',
  )
  expect(
    (await staff.delete(`/api/v4/project/${project.slug}/`, { confirm_title: ' Weg damit ' })).status,
  ).toBe(204)
  expect((await staff.get(`/api/v4/project/${project.slug}/`)).status).toBe(404)
})

test('the info HTML escapes what people typed', async () => {
  const project = await createProject(app.db, { title: '<b>x</b>', description: '<script>alert(1)</script>' })
  const { body } = await staff.get(`/api/v4/project/${project.slug}/info/`)
  expect(body.html).not.toContain('<script>')
  expect(body.html).toContain('&lt;script&gt;')
})

test('the same Idempotency-Key and body answers with the first result, another body is 422', async () => {
  const organization = await createOrganization(app.db)
  const body = { title: 'Einmal', organization_slug: organization.slug, funding_type: 1, needs: [] }
  const headers = { 'idempotency-key': 'k-1' }
  const first = await staff.post('/api/v4/projects/', body, { headers })
  const again = await staff.post('/api/v4/projects/', body, { headers })
  const other = await staff.post('/api/v4/projects/', { ...body, title: 'Anders' }, { headers })
  expect([first.status, again.status, other.status]).toEqual([201, 201, 422])
  expect(again.body).toEqual(first.body)
  expect((await staff.get('/api/v4/projects/')).body.count).toBe(1)
})

test('needs are frozen once money was received', async () => {
  const project = await createProject(app.db, { needs: [1000] })
  await createGift(app.db, project, 400)
  const answer = await staff.patch(`/api/v4/project/${project.slug}/`, {
    needs: [{ title: 'Need 1', amount_cents: 2000 }],
    version: 1,
  })
  expect([answer.status, answer.body.code]).toEqual([409, 'needs_frozen'])
})

test('a funding type that is switched off is refused for new use, and stays where it is', async () => {
  const organization = await createOrganization(app.db)
  const sponsored = await createProject(app.db, { funding_type: 2 })
  const donated = await createProject(app.db, { funding_type: 1 })
  await staff.patch('/api/v4/platform-features/1/', { enableSponsoring: false })
  const refusal = [400, { funding_type: ['This funding type is switched off'] }]
  const body = { title: 'Neu', organization_slug: organization.slug, funding_type: 2 }
  const created = await staff.post('/api/v4/projects/', body)
  expect([created.status, created.body]).toEqual(refusal)
  const changed = await staff.patch(`/api/v4/project/${donated.slug}/`, { funding_type: 2, version: 1 })
  expect([changed.status, changed.body]).toEqual(refusal)
  const kept = await staff.patch(`/api/v4/project/${sponsored.slug}/`, {
    title: 'Bleibt',
    funding_type: 2,
    version: 1,
  })
  expect([kept.status, kept.body.title, kept.body.funding_type.choice]).toEqual([200, 'Bleibt', 2])
  expect((await staff.get('/api/v4/projects/?funding_type=sponsoring')).body.count).toBe(1)
})

test('a repeated Idempotency-Key returns the first answer byte for byte for 24 hours', async () => {
  const organization = await createOrganization(app.db)
  const body = { title: 'Einmal', organization_slug: organization.slug, funding_type: 1, needs: [] }
  const headers = { 'idempotency-key': 'k-1' }
  const first = await staff.post('/api/v4/projects/', body, { headers })
  const again = await staff.post('/api/v4/projects/', body, { headers })
  expect(Buffer.from(again.bytes).toString()).toBe(Buffer.from(first.bytes).toString())
  const now = app.clock.now
  app.clock.now = new Date(now.getTime() + 24 * 3_600_000 + 1)
  const nextDay = await (await app.asUser(staff.userId)).post('/api/v4/projects/', body, { headers })
  expect([nextDay.status, nextDay.body.slug]).toEqual([201, 'einmal-2'])
  app.clock.now = now
})

test('an Idempotency-Key also covers decisions, and can be reused after a failed call', async () => {
  const project = await createProject(app.db, { review_status: null })
  const path = `/api/v4/project/${project.slug}/review/`
  const headers = { 'idempotency-key': 'decide-1' }
  const body = { kind: 'review', outcome: 2, version: 1 }
  expect((await staff.post(path, { ...body, version: 7 }, { headers })).status).toBe(409)
  const first = await staff.post(path, body, { headers })
  const again = await staff.post(path, body, { headers })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
  expect((await staff.get(`/api/v4/project/${project.slug}/`)).body.version).toBe(2)
})

test('an empty duplicate call does nothing', async () => {
  const answer = await staff.post('/api/v4/projects/duplicate/', { project_slugs: [] })
  expect([answer.status, answer.body]).toEqual([201, { duplicated: [] }])
  expect((await staff.post('/api/v4/projects/duplicate/', {})).status).toBe(400)
})

test('a need sent with its id is updated, others are added and removed', async () => {
  const project = await createProject(app.db, { needs: [100, 200] })
  const path = `/api/v4/project/${project.slug}/`
  const [first, second] = (await staff.get(path)).body.needs
  const { body } = await staff.patch(path, {
    needs: [
      { title: 'Neu', amount_cents: 50 },
      { ...second, title: 'Umbenannt' },
      { ...second, id: 999_999, title: 'Fremde Nummer' },
    ],
    version: 1,
  })
  expect(body.needs.map((need: { title: string }) => need.title)).toEqual([
    'Neu',
    'Umbenannt',
    'Fremde Nummer',
  ])
  expect(body.needs[1].id).toBe(second.id)
  expect(body.needs.map((need: { id: number }) => need.id)).not.toContain(first.id)
  expect(body.target_cents).toBe(450)
})

test('projects sort by the title of their internal status and are found by its slug or title', async () => {
  const add = async (title: string) =>
    (await staff.post('/api/v4/projects/internal-status/', { title })).body.slug as string
  const [late, early] = [await add('Überfällig'), await add('angefragt')]
  for (const [title, internal_status] of [
    ['A', late],
    ['B', early],
    ['C', null],
  ] as const) {
    const { slug } = await createProject(app.db, { title })
    await staff.patch(`/api/v4/project/${slug}/`, { internal_status, version: 1 })
  }
  const ordered = async (ordering: string) =>
    titles(await staff.get(`/api/v4/projects/?ordering=${ordering}`))
  expect(await ordered('internal_status')).toEqual(['B', 'A', 'C'])
  expect(await ordered('-internal_status')).toEqual(['C', 'A', 'B'])
  await staff.patch(`/api/v4/projects/internal-status/${early}/`, { title: 'zuletzt', version: 1 })
  expect(await ordered('internal_status')).toEqual(['A', 'B', 'C'])
  const found = async (value: string) =>
    titles(await staff.get(`/api/v4/projects/?internal_status=${encodeURIComponent(value)}`))
  expect(await found(late)).toEqual(['A'])
  expect(await found('ÜBERFÄLLIG')).toEqual(['A'])
  expect(await found(`${early},Überfällig`)).toEqual(['B', 'A'])
})

test('every review filter accepts every outcome name and number, even where no flag requests the review', async () => {
  await createProject(app.db, { title: 'A', content_review_status: 2, needs_donation_review: true })
  const found = async (value: string) =>
    titles(await staff.get(`/api/v4/projects/?content_review_status=${value}`))
  for (const value of ['public', 'accepted', '2']) expect(await found(value)).toEqual(['A'])
  for (const value of ['needs_review', 'rejected', '3', '4']) expect(await found(value)).toEqual([])
  for (const filter of ['content_review_status', 'nonprofit_review_status', 'voting_review_status'])
    for (const value of ['needs_review', 'public', 'accepted', 'rejected', '2', '3', '4'])
      expect((await staff.get(`/api/v4/organizations/?${filter}=${value}`)).status).toBe(200)
})

test('a save that changes nothing leaves version and history as they are', async () => {
  const { slug, title } = await createProject(app.db, { needs: [700] })
  const path = `/api/v4/project/${slug}/`
  const answer = await staff.patch(path, {
    title,
    status: 2,
    needs: [{ title: 'Need 1', amount_cents: 700 }],
    version: 1,
  })
  expect([answer.status, answer.body.version]).toEqual([200, 1])
  expect((await staff.get(`${path}history/`)).body.count).toBe(0)
})

test('taking a project into or out of the archive needs its own right, by whichever call', async () => {
  const editor = await app.as(['change_projects'])
  const [active, archived] = [
    await createProject(app.db, { ends_on: '2026-01-01' }),
    await createProject(app.db, { status: 3, previous_status: 2 }),
  ]
  for (const [project, status] of [
    [active, 3],
    [archived, 2],
  ] as const) {
    const path = `/api/v4/project/${project.slug}/`
    const refused = await editor.patch(path, { status, version: 1 })
    expect([refused.status, refused.body.permission]).toEqual([403, 'archive_projects'])
    expect((await staff.patch(path, { status, version: 1 })).body.status.choice).toBe(status)
  }
})

test('many projects are duplicated at once, each with its own needs and slug, in the requested order', async () => {
  const organization = await createOrganization(app.db)
  const projects = []
  for (let n = 1; n <= 40; n++)
    projects.push(
      await createProject(app.db, {
        title: n % 2 ? 'Gleich' : `Titel ${n}`,
        organization_id: organization.id,
        needs: [n, 100 * n],
      }),
    )
  const project_slugs = projects.map(({ slug }) => slug).toReversed()
  const { body } = await staff.post('/api/v4/projects/duplicate/', { project_slugs })
  expect(body.duplicated.map(({ from }: { from: string }) => from)).toEqual(project_slugs)
  const slugs = body.duplicated.map(({ slug }: { slug: string }) => slug)
  expect(new Set(slugs).size).toBe(40)
  expect(slugs.filter((slug: string) => /^gleich-copy(-\d+)?$/.test(slug))).toHaveLength(20)
  for (const [at, slug] of slugs.entries()) {
    const { needs, target_cents } = (await staff.get(`/api/v4/project/${slug}/`)).body
    const n = 40 - at
    expect(needs.map((need: { amount_cents: number }) => need.amount_cents)).toEqual([n, 100 * n])
    expect(target_cents).toBe(101 * n)
  }
})
