import { beforeEach, expect, test } from 'vitest'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { createOrganization, createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

async function sheets(path: string, locale?: 'sie_DE') {
  const answer = await staff.get(path, locale ? { locale } : {})
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  const book = await readXlsx(answer.bytes)
  return book.sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows }))
}

test('an export has exactly the rows, order and columns of the screen, then the sheet About', async () => {
  const organization = await createOrganization(app.db, { title: '=SUM(A1)' })
  await createProject(app.db, {
    title: 'B',
    organization_id: organization.id,
    needs_voting_review: true,
    voting_review_status: 2,
  })
  await createProject(app.db, { title: 'A', organization_id: organization.id })
  await createProject(app.db, { title: 'banned', is_banned: true, organization_id: organization.id })
  const query =
    'ordering=title&financing_status=in_financing&columns=voting_review_status,financing_status&exclude_status=archived'
  const [data, about] = await sheets(`/api/v4/projects/export/?format=xlsx&${query}`)
  expect(data!.name).toBe('Projects')
  expect(data!.rows).toEqual([
    ['Project', 'Organization', 'Voting review', 'Financing status'],
    ['A', '=SUM(A1)', '-', 'In financing'],
    ['B', '=SUM(A1)', 'Public, Needs review', 'In financing'],
  ])
  expect(about!.name).toBe('About')
  const facts = Object.fromEntries(about!.rows.map(([label, value]) => [label, value]))
  expect(facts).toMatchObject({
    'Filter: Financing status': 'In financing',
    'Ordered by': 'Project, ascending',
    View: 'Active',
    Rows: 2,
    Time: '21.11.2026 10:00',
  })
  expect(facts.Person).toMatch(/^Test Person \d+ \(user\d+\)$/)
})

test('selected rows alone are exported, in the language of the person', async () => {
  const chosen = await createProject(app.db, { title: 'Ja' })
  await createProject(app.db, { title: 'Nein' })
  const [data] = await sheets(`/api/v4/projects/export/?slugs=${chosen.slug}&columns=status`, 'sie_DE')
  expect(data!.rows).toEqual([
    ['Projekt', 'Organisation', 'Status'],
    ['Ja', expect.any(String), 'Vollständig'],
  ])
})

test('organizations are exported with all their labels', async () => {
  await createOrganization(app.db, {
    title: 'Alt',
    exemption_date: '2021-11-20',
    needs_review: true,
    email_contact: '+4930@x.example',
  })
  const [data] = await sheets(
    '/api/v4/organizations/export/?columns=review_status,proof_status,voting_review_status',
  )
  expect(data!.rows).toEqual([
    ['Organization', 'Contact e-mail', 'Review', 'Proof status', 'Project voting review'],
    ['Alt', '+4930@x.example', 'Accepted, Needs review, Proof expired', 'Expired', '-'],
  ])
})

test('an unknown column is refused by name, and exporting also requires the right to see the list', async () => {
  const answer = await staff.get('/api/v4/projects/export/?columns=secret')
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['columns']])
  const client = await app.as(['export_data'])
  const refused = await client.get('/api/v4/projects/export/')
  expect([refused.status, refused.body.permission]).toEqual([403, 'view_projects'])
})

test('a large export has every row', async () => {
  const organization = await createOrganization(app.db)
  for (let n = 0; n < 1203; n += 1)
    await createProject(app.db, { organization_id: organization.id, needs: [] })
  const [data, about] = await sheets('/api/v4/projects/export/')
  expect(data!.rows.length).toBe(1204)
  expect(Object.fromEntries(about!.rows.map(([label, value]) => [label, value])).Rows).toBe(1203)
})

test('more than 20,000 rows become a background job, a mail and a file for seven days', async () => {
  const organization = await createOrganization(app.db)
  await sql`
    insert into projects (slug, title, organization_id, status, funding_type, created_at, updated_at)
    select 'many-' || n, 'Many ' || n, ${organization.id}, 2, 1, ${app.clock.now}, ${app.clock.now}
    from generate_series(1, 20001) n`.execute(app.db)
  const accepted = await staff.get('/api/v4/projects/export/?columns=status')
  expect([accepted.status, accepted.body]).toEqual([202, { export: { id: 1, status: 'queued' } }])
  expect((await staff.get('/api/v4/exports/1/file/')).body.code).toBe('export_not_ready')
  await app.runJobs()
  const done = (await staff.get('/api/v4/exports/1/')).body
  expect(done).toMatchObject({ status: 'done', row_count: 20_001, download_url: '/api/v4/exports/1/file/' })
  const [data] = await sheets(done.download_url)
  expect(data!.rows.length).toBe(20_002)
  const mails = await app.db.selectFrom('emails').select(['template', 'user_id']).orderBy('id').execute()
  expect(mails).toEqual([{ template: 'export_ready', user_id: staff.userId }])
  const demoted = (is_superuser: boolean) =>
    app.db.updateTable('users').set({ is_superuser }).where('id', '=', staff.userId).execute()
  await demoted(false)
  await app.db
    .insertInto('user_permissions')
    .values({ user_id: staff.userId, permission: 'export_data', granted_at: app.clock.now })
    .execute()
  const taken = await staff.get(done.download_url)
  expect([taken.status, taken.body.permission]).toEqual([403, 'view_projects'])
  await demoted(true)
  const stranger = await app.as(['export_data'])
  expect((await stranger.get('/api/v4/exports/1/file/')).status).toBe(404)
  const now = app.clock.now
  app.clock.now = new Date('2026-11-28T10:00:00Z')
  const later = await app.asUser(staff.userId)
  expect((await later.get('/api/v4/exports/1/file/')).status).toBe(410)
  app.clock.now = now
})

test("a person's own exports are listed page by page, newest first, and nobody else’s", async () => {
  const other = await app.as(['export_data'])
  const asked = (user_id: number, filename: string) => ({
    user_id,
    filename,
    list: 'projects',
    query: JSON.stringify({ extra: {} }),
    language: 'en_US',
    created_at: app.clock.now,
  })
  const names = Array.from({ length: 11 }, (_, at) => `Projects ${at + 1}.xlsx`)
  const own = names.map((name) => asked(staff.userId, name))
  await app.db
    .insertInto('exports')
    .values([asked(other.userId, 'Other.xlsx'), ...own])
    .execute()
  const page = async (number: number) => {
    const { body } = await staff.get(`/api/v4/exports/?page_size=10&page=${number}`)
    expect([body.count, body.total_pages, body.current_page]).toEqual([11, 2, number])
    return body.results.map(({ filename }: { filename: string }) => filename) as string[]
  }
  expect([...(await page(1)), ...(await page(2))]).toEqual(names.toReversed())
})

test('columns that are always exported may be requested, and an internal status is shown by its title', async () => {
  const { slug } = (await staff.post('/api/v4/projects/internal-status/', { title: 'Im Beirat, später' }))
    .body
  const project = await createProject(app.db, { title: 'A' })
  await staff.patch(`/api/v4/project/${project.slug}/`, { internal_status: slug, version: 1 })
  const [data, about] = await sheets(
    `/api/v4/projects/export/?columns=title,internal_status,organization&internal_status=${slug}`,
  )
  expect(data!.rows).toEqual([
    ['Project', 'Organization', 'Internal status'],
    ['A', expect.any(String), 'Im Beirat, später'],
  ])
  expect(about!.rows).toContainEqual(['Filter: Internal status', 'Im Beirat, später'])
})

test('the file is named after the Berlin day', async () => {
  const now = app.clock.now
  app.clock.now = new Date('2026-11-21T23:30:00Z')
  const { headers } = await (await app.asUser(staff.userId)).get('/api/v4/projects/export/')
  app.clock.now = now
  expect(headers.get('content-disposition')).toContain('filename="Projects 2026-11-22.xlsx"')
})
