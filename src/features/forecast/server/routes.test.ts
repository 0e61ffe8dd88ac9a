import { readXlsx } from 'hucre'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject, createUser } from '#test/factories.ts'

const app = useApp({ now: '2026-11-23T09:00:00Z' })
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const path = '/api/v4/proofs/forecast/'
type Proof = { exemption_kind?: string; exemption_date?: string | null; exemption_ends_on?: string }
async function given(title: string, proof: Proof, ends: (string | null)[], more: object = {}) {
  const organization = await createOrganization(app.db, {
    title,
    email_contact: `post@${title.toLowerCase()}.example`,
    exemption_kind: 'notice',
    ...proof,
    ...more,
  })
  for (const [at, ends_on] of ends.entries())
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await createProject(app.db, { organization_id: organization.id, title: `${title} ${at}`, ends_on })
  return organization
}
const listed = async (query = '') => (await staff.get(path + query)).body
const titles = async () =>
  (await listed()).results.map((row: { organization: { title: string } }) => row.organization.title)
const tasks = () =>
  app.db
    .selectFrom('reminders')
    .select(['slug', 'title', 'description', 'organization_id'])
    .orderBy('id')
    .execute()

test('lists proofs that expire before a running project ends, earliest first, with their days', async () => {
  await given('Musik', { exemption_date: '2022-01-08' }, ['2027-03-01', '2027-08-31', null])
  await given('Buerger', { exemption_kind: 'art60a', exemption_date: '2023-11-16' }, ['2027-06-30'])
  await given('Sooner', { exemption_date: '2026-01-01', exemption_ends_on: '2027-01-31' }, ['2027-02-01'])
  const { results, ...page } = await listed()
  expect(page).toEqual({ count: 3, open: 3, total_pages: 1, current_page: 1 })
  expect(results).toMatchObject([
    {
      organization: { title: 'Buerger' },
      email: 'post@buerger.example',
      proof_until: '2026-11-16',
      is_over: true,
      project_until: '2027-06-30',
      days_without: 226,
      is_asked: false,
    },
    {
      organization: { title: 'Musik' },
      proof_until: '2027-01-08',
      is_over: false,
      projects: 2,
      days_without: 235,
    },
    { organization: { title: 'Sooner' }, proof_until: '2027-01-31', days_without: 1 },
  ])
})

test('counts every listed proof once by month, and the workbook shows the same', async () => {
  await given('Over', { exemption_date: '2020-01-01' }, ['2027-03-01'])
  await given('Today', { exemption_date: '2026-01-01', exemption_ends_on: '2026-11-23' }, ['2027-03-01'])
  await given('Soon', { exemption_date: '2026-01-01', exemption_ends_on: '2027-01-31' }, ['2027-03-01'])
  await given('Too', { exemption_date: '2026-01-01', exemption_ends_on: '2027-01-01' }, ['2027-03-01'])
  await given('Late', { exemption_date: '2026-01-01', exemption_ends_on: '2027-11-01' }, ['2028-03-01'])
  const { results } = await listed()
  const slug = (title: string) =>
    results.find((row: { organization: { title: string } }) => row.organization.title === title).organization
      .slug as string
  await staff.post(`${path}ask/`, { organization_slugs: [slug('Soon'), slug('Over')] })
  const { over, months, later } = (await staff.get(`${path}months/`)).body
  expect([over, later]).toEqual([
    { proofs: 1, asked: 1 },
    { proofs: 1, asked: 0 },
  ])
  expect(months.map((row: { month: string }) => row.month)).toEqual([
    '2026-11',
    '2026-12',
    ...Array.from({ length: 10 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}`),
  ])
  expect(months.filter((row: { proofs: number }) => row.proofs > 0)).toEqual([
    { month: '2026-11', proofs: 1, asked: 0 },
    { month: '2027-01', proofs: 2, asked: 1 },
  ])
  const all = [over, ...months, later].reduce((sum: number, row: { proofs: number }) => sum + row.proofs, 0)
  expect(all).toBe((await listed()).count)

  const { bytes, status } = await staff.get(`${path}months/export/`)
  expect(status).toBe(200)
  const [head, ...rows] = (await readXlsx(bytes)).sheets[0]!.rows
  expect(head).toEqual(['Month', 'Proofs', 'Notice asked for', 'Not asked for yet'])
  expect(rows[0]).toEqual(['Ended', 1, 1, 0])
  expect(rows.at(-1)).toEqual(['Later', 1, 0, 1])
  expect(rows).toHaveLength(14)
})

test('omits lasting, unlimited and missing proofs, and ended or archived projects and organizations', async () => {
  await given('Lasts', { exemption_date: '2025-01-01' }, ['2027-06-30', '2029-12-31'])
  await given('Public', { exemption_kind: 'public_body', exemption_date: null }, ['2027-06-30'])
  await given('None', { exemption_kind: 'none', exemption_date: null }, ['2027-06-30'])
  await given('Over', { exemption_date: '2020-01-01' }, ['2026-11-22', null])
  await given('Gone', { exemption_date: '2020-01-01' }, ['2027-06-30'], { status: 3 })
  const archived = await given('Archived', { exemption_date: '2020-01-01' }, ['2027-06-30'])
  await app.db.updateTable('projects').set({ status: 3 }).where('organization_id', '=', archived.id).execute()
  expect(await titles()).toEqual([])
  expect(await listed()).toMatchObject({ count: 0, open: 0 })
})

test("the expiry day equals the record's for every kind of proof and date", async () => {
  const dates = ['2021-11-30', '2022-02-28', '2024-02-29', '2023-08-31']
  for (const [at, exemption_date] of dates.entries())
    for (const exemption_kind of ['notice', 'art60a'])
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await given(`O${at}${exemption_kind}`, { exemption_kind, exemption_date }, ['2035-01-01'])
  const { results } = await listed('?page_size=50')
  expect(results).toHaveLength(8)
  for (const row of results) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { body } = await staff.get(`/api/v4/organization/${row.organization.slug}/`)
    expect([body.slug, row.proof_until]).toEqual([body.slug, body.exemption_valid_until])
  }
})

describe('requesting notices', () => {
  test('creates one task with an e-mail draft per organization, and never a second one', async () => {
    await createUser(app.db, { rights: ['change_organizations'] })
    const musik = await given('Musik', { exemption_date: '2022-01-08' }, ['2027-08-31'])
    const fine = await given('Fine', { exemption_date: '2026-01-08' }, ['2027-08-31'])
    const body = { organization_slugs: [musik.slug, fine.slug, 'nobody'] }
    expect((await staff.post(`${path}ask/`, body)).body).toEqual({ created: 1, left_out: 2 })
    const [task, ...others] = await tasks()
    expect(others).toEqual([])
    expect(task).toMatchObject({
      title: 'Ask for a new notice: proof ends 08.01.2027',
      organization_id: musik.id,
    })
    expect(task!.description).toContain('The e-mail that asks for it is drafted')
    expect((await staff.get(`/api/v4/reminders/${task!.slug}/draft/`)).body.email).toBe('post@musik.example')
    expect(await listed()).toMatchObject({ count: 1, open: 0, results: [{ is_asked: true }] })
    expect((await staff.post(`${path}ask/`, body)).body).toEqual({ created: 0, left_out: 3 })
    expect(await tasks()).toHaveLength(1)
    const [event] = await app.db
      .selectFrom('audit_events')
      .select(['actor_name', 'object_type'])
      .where('object_type', '=', 'reminder')
      .orderBy('id')
      .execute()
    expect(event!.actor_name).toMatch(/^Test Person/)
  })

  test('needs at least one organization and sends nothing', async () => {
    const answer = await staff.post(`${path}ask/`, { organization_slugs: [] })
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['organization_slugs']])
    expect(await app.db.selectFrom('emails').select('id').execute()).toEqual([])
  })
})

test('for a receipt run, lists proofs that had expired on the issue day, whenever the projects end', async () => {
  const ended = await given('Musik', { exemption_date: '2021-01-08' }, [null])
  const fine = await given('Buerger', { exemption_date: '2025-01-08' }, [null])
  const other = await given('Sport', { exemption_date: '2021-02-08' }, ['2027-06-30'])
  const user = await createUser(app.db, { rights: [] })
  const { id: run } = await app.db
    .insertInto('generation_runs')
    .values({
      template: 'standard-donation-receipt',
      kind: 'donation_receipt',
      issue_day: '2026-11-22',
      user_id: user.id,
      language: 'en_US',
      total: 4,
      gifts: 4,
      created_at: app.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = (place: number, organization: { id: number }, codes: string[]) => ({
    run_id: run,
    place,
    funding_ids: [place],
    organization_id: organization.id,
    amount_cents: 100,
    gift_day: '2026-04-22',
    state: codes.length > 0 ? 'refused' : 'waiting',
    reasons: JSON.stringify(codes.map((code) => ({ code, date: '2026-01-08' }))),
  })
  await app.db
    .insertInto('generation_rows')
    .values([
      row(1, ended, ['gift_refunded', 'proof_ended']),
      row(2, ended, ['proof_ended']),
      row(3, fine, ['address_missing']),
      row(4, fine, []),
    ])
    .execute()
  expect(await titles()).toEqual(['Sport'])
  const { results, open } = await listed(`?run=${run}`)
  expect(open).toBe(1)
  expect(results).toMatchObject([
    { organization: { title: 'Musik' }, proof_until: '2026-01-08', projects: 2, is_asked: false },
  ])
  const slugs = [ended, fine, other].map(({ slug }) => slug)
  const asked = await staff.post(`${path}ask/`, { organization_slugs: slugs, run })
  expect(asked.body).toEqual({ created: 1, left_out: 2 })
  expect(await tasks()).toMatchObject([{ organization_id: ended.id }])
  expect(await listed(`?run=${run}`)).toMatchObject({ open: 0, results: [{ is_asked: true }] })
  expect((await listed(`?run=${run + 1}`)).count).toBe(0)
  expect((await staff.get(`${path}?run=x`)).status).toBe(400)
})
