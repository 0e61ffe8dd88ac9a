import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject, createTask, createUser } from '#test/factories.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const peek = async (slug: string, client = staff) => (await client.get(`/api/v4/project/${slug}/peek/`)).body
const decide = async (slug: string, body: object, of: 'project' | 'organization' = 'project') => {
  const { version } = (await staff.get(`/api/v4/${of}/${slug}/`)).body
  const answer = await staff.post(`/api/v4/${of}/${slug}/review/`, { kind: 'review', version, ...body })
  expect(answer.status).toBe(200)
}

test('one call returns the facts for a decision: money, blocking reasons, proof, decisions with their reasons, tasks', async () => {
  const organization = await createOrganization(app.db, {
    title: 'Bürgerverein',
    postcode: '74388',
    city: 'Talheim',
    iban: 'DE89370400440532013000',
    exemption_date: '2015-01-01',
    tax_office: 'Finanzamt Heilbronn',
  })
  const more = { organization_id: organization.id }
  const { slug, id } = await createProject(app.db, { ...more, review_status: null, title: 'Now' })
  const before = await createProject(app.db, { ...more, review_status: null, title: 'Before' })
  const person = await createUser(app.db, { first_name: 'Jonas', last_name: 'Brandt' })
  await createTask(app.db, { project_id: id, title: 'Call', scheduled_for: '2026-11-19', users: [person.id] })
  await decide(before.slug, { outcome: 2 })
  await decide(slug, { outcome: 3, reason: 'Kostenplan fehlt' })
  await decide(organization.slug, { outcome: 2, reason: 'All there' }, 'organization')

  const { project, organization: brief, decisions, earlier, earlier_count, tasks } = await peek(slug)
  expect(project).toMatchObject({
    title: 'Now',
    target_cents: 100_000,
    blocking: ['not_reviewed', 'proof_expired'],
    needs: [{ amount_cents: 100_000 }],
  })
  expect(decisions).toEqual([
    {
      kind: 'review',
      outcome: { choice: 3, display: 'Rejected' },
      reason: 'Kostenplan fehlt',
      by: expect.stringMatching(/^Test Person \d+$/),
      at: '2026-11-21T09:00:00.000Z',
    },
  ])
  expect(brief).toMatchObject({
    title: 'Bürgerverein',
    place: '74388 Talheim',
    review: { choice: 2, display: 'Accepted' },
    review_at: '2026-11-21T09:00:00.000Z',
    proof: { kind: 'notice', expired: true, until: '2020-01-01', tax_office: 'Finanzamt Heilbronn' },
    bank: { iban: 'DE•• •••• •••• 3000' },
  })
  expect(earlier_count).toBe(1)
  expect(earlier).toMatchObject([
    { title: 'Before', review_status: { display: 'Public' }, decided: { reason: '' } },
  ])
  expect(tasks).toEqual([
    { slug: expect.any(String), title: 'Call', due: '2026-11-19', overdue: true, people: ['Jonas Brandt'] },
  ])
})

test('a reversed or undone decision does not count; one without a record has no person', async () => {
  const { slug } = await createProject(app.db, { review_status: null, content_review_status: 2 })
  const imported = {
    kind: 'content',
    outcome: { choice: 2, display: 'Accepted' },
    reason: '',
    by: null,
    at: null,
  }
  await decide(slug, { outcome: 4 })
  await decide(slug, { outcome: null })
  expect((await peek(slug)).decisions).toEqual([imported])

  await decide(slug, { outcome: 2 })
  const { results } = (await staff.get(`/api/v4/project/${slug}/history/`)).body
  await staff.post(`/api/v4/project/${slug}/history/${results[0].id}/undo/`, {})
  expect((await peek(slug)).decisions).toEqual([imported])
})

test('parts that the person may not see are omitted: account and tasks of a project, projects and tasks of an organization', async () => {
  const organization = await createOrganization(app.db, { iban: 'DE89370400440532013000' })
  const { slug } = await createProject(app.db, { organization_id: organization.id })
  const reader = await app.as(['view_projects'])
  expect(await peek(slug, reader)).toMatchObject({ tasks: null, organization: { bank: null } })
  const path = `/api/v4/organization/${organization.slug}/peek/`
  expect((await reader.get(path)).status).toBe(403)
  const other = await app.as(['view_organizations'])
  expect((await other.get(path)).body).toMatchObject({ projects: null, tasks: null, project_count: 1 })
})

test('the brief of an organization has its proof, reviews, newest five projects and tasks', async () => {
  const organization = await createOrganization(app.db, { exemption_kind: 'none', exemption_date: null })
  for (const title of ['A', 'B', 'C', 'D', 'E', 'F'])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createProject(app.db, { title, organization_id: organization.id })
  await createTask(app.db, { organization_id: organization.id, title: 'Ask for the proof' })
  const body = (await staff.get(`/api/v4/organization/${organization.slug}/peek/`)).body
  expect(body).toMatchObject({
    organization: { title: organization.title, open_tasks: 1 },
    brief: { proof: { kind: 'none', expired: true, until: null } },
    decisions: [{ kind: 'review', outcome: { display: 'Accepted' }, by: null }],
    project_count: 6,
    tasks: [{ title: 'Ask for the proof', overdue: false }],
  })
  expect(body.projects.map(({ title }: { title: string }) => title)).toEqual(['F', 'E', 'D', 'C', 'B'])
})
