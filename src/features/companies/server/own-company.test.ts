import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject, createUser } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'

const app = useApp()
let admin: Client
let own: Client
beforeEach(async () => {
  admin = await app.as('superuser')
  await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 500_000 })
  await makeCompany(app.db, { slug: 'werke', title: 'Stadtwerke', granted_cents: 300_000 })
  const user = await createUser(app.db, {
    user_type: 'company',
    rights: ['fund_projects', 'view_projects', 'export_data', 'change_settings'],
  })
  expect((await speakFor(user.id, 'werke')).body.company).toEqual({ slug: 'werke', title: 'Stadtwerke' })
  own = await app.asUser(user.id)
})

const path = '/api/v4/companies/donating-companies/'
const speakFor = async (id: number, company_slug: string | null, more: object = {}) => {
  const { version } = (await admin.get(`/api/v4/users/${id}/`)).body
  return admin.patch(`/api/v4/users/${id}/`, { company_slug, version, ...more })
}
const slugs = async (client: Client) =>
  (await client.get(path)).body.results.map((company: { slug: string }) => company.slug)

test('a company user sees and changes only their own company; staff see all companies', async () => {
  expect(await slugs(own)).toEqual(['werke'])
  expect((await own.get(path)).body.count).toBe(1)
  expect(await slugs(admin)).toEqual(['bank', 'werke'])
  for (const below of ['', 'fundings/', 'statement/?format=xlsx', 'development/', 'development/export/']) {
    expect([below, (await own.get(`${path}bank/${below}`)).status]).toEqual([below, 404])
    expect([below, (await own.get(`${path}werke/${below}`)).status]).toEqual([below, 200])
  }
  expect((await own.patch(`${path}bank/`, { add_budget_cents: 1, version: 1 })).status).toBe(404)
})

test('a company user can fund only from their own budgets', async () => {
  const project = await createProject(app.db, { needs: [200_000] })
  const fund = (company_slug: string) =>
    own.post('/api/v4/projects/fund-internally/', {
      project_slug: project.slug,
      company_slug,
      amount_cents: 100,
    })
  const foreign = await fund('bank')
  expect([foreign.status, foreign.body]).toEqual([400, { company_slug: ['This company does not exist'] }])
  const preview = '/api/v4/projects/fund-internally/preview/'
  expect((await own.get(`${preview}?project_slugs=${project.slug}&company=bank`)).body).toEqual({
    company: ['This company does not exist'],
  })
  expect((await fund('werke')).status).toBe(201)
})

test('a company user without a company sees none, and only company users may be given one', async () => {
  await speakFor(own.userId, null)
  expect(await slugs(own)).toEqual([])
  expect((await speakFor(own.userId, 'nirgends')).body).toEqual({
    company_slug: ['This company does not exist'],
  })
  await speakFor(own.userId, 'bank')
  expect(await slugs(own)).toEqual(['bank'])
  expect((await speakFor(own.userId, 'bank', { user_type: 'staff' })).body).toEqual({
    company_slug: ['Only company users speak for a company'],
  })
  const { version } = (await admin.get(`/api/v4/users/${own.userId}/`)).body
  const staff = await admin.patch(`/api/v4/users/${own.userId}/`, { user_type: 'staff', version })
  expect([staff.status, staff.body.company]).toEqual([200, null])
  const { before, after } = await app.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('object_type', '=', 'user')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([before, after]).toEqual([
    { user_type: 'company', company: 'Stadtbank' },
    { user_type: 'staff', company: '' },
  ])
})
