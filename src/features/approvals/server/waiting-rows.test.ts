import { beforeEach, expect, test } from 'vitest'
import type { GuardedAct } from '#shared/approvals.ts'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { createPayout } from '#test/payouts.ts'
import { makeCompany } from '#test/money.ts'

// Lists and the project's timeline show waiting proposals next to the state of their target.

const app = useApp()
let staff: Client
let chief: Client
beforeEach(async () => {
  staff = await app.as('superuser')
  chief = await app.as('superuser')
  await app.db.updateTable('approval_rules').set({ enabled: true, from_cents: 100_000 }).execute()
})

const otherIban = 'DE02120300000000202051'
const proposed = async (client: Client, path: string, body: object, how: 'post' | 'patch' = 'post') => {
  const { status, body: answer } = await client[how](path, body)
  expect(status).toBe(202)
  return answer.approval.id as number
}
const rows = async (path: string) =>
  (await chief.get(path)).body.results.map((row: { waiting_acts: GuardedAct[] }) => row.waiting_acts)
const entries = async (slug: string) =>
  (await chief.get(`/api/v4/project/${slug}/timeline/`)).body.results as {
    kind: string
    amount_cents: number
    actor: string
    note: string
    approval: { id: number; act_display: string; state: string } | null
  }[]

test('a payout shows a waiting proposal to unmark it until it is decided', async () => {
  const [paid] = [
    await createPayout(app.db, { amount_cents: 100_000, paid_on: '2026-11-19' }),
    await createPayout(app.db, { amount_cents: 50_000 }),
  ]
  expect(await rows('/api/v4/payouts/')).toEqual([[], []])
  const body = { payout_slugs: [paid.slug], reason: 'Verklickt' }
  const id = await proposed(staff, '/api/v4/payouts/unmark/', body)
  expect(await rows('/api/v4/payouts/?ordering=-amount')).toEqual([['unmark'], []])
  expect((await chief.post(`/api/v4/approvals/${id}/reject/`, { reason: 'Nein' })).status).toBe(200)
  expect(await rows('/api/v4/payouts/')).toEqual([[], []])
})

test('an open payout shows waiting bank details of its recipient; a paid one does not', async () => {
  const open = await createPayout(app.db, { amount_cents: 100_000 })
  const paid = await createPayout(app.db, { amount_cents: 90_000, paid_on: '2026-11-19' })
  const { organization_id } = await app.db
    .selectFrom('projects')
    .select('organization_id')
    .where('id', '=', open.project_id)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('projects').set({ organization_id }).where('id', '=', paid.project_id).execute()
  const { slug } = await app.db
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
  const { version } = (await staff.get(`/api/v4/organization/${slug}/`)).body
  await proposed(staff, `/api/v4/organization/${slug}/`, { iban: otherIban, version }, 'patch')
  expect(await rows('/api/v4/payouts/?ordering=-amount')).toEqual([['bank_details'], []])
})

test('the donation list shows a waiting refund; the project’s timeline shows it as proposed, then expired', async () => {
  const project = await createProject(app.db, { title: 'Demenzcafé', needs: [5_000_000] })
  const { body: gift } = await staff.post('/api/v4/private-donations/', {
    project_slug: project.slug,
    amount_cents: 100_000,
    received_on: '2026-11-20',
    channel: 'bank_transfer',
    donor: { name: 'Erika Geheim' },
  })
  const id = await proposed(staff, `/api/v4/private-donations/${gift.slug}/refund/`, { reason: 'Auf Wunsch' })
  expect(await rows('/api/v4/private-donations/')).toEqual([['refund']])
  app.clock.now = new Date('2026-11-29T09:00:00Z')
  await app.runJobs()
  chief = await app.as('superuser')
  expect(await rows('/api/v4/private-donations/')).toEqual([[]])
  const approval = { id, act_display: 'Refund' }
  expect(await entries(project.slug)).toMatchObject([
    {
      kind: 'approval_expired',
      amount_cents: 100_000,
      actor: '',
      approval: { ...approval, state: 'expired' },
    },
    { kind: 'approval_waiting', amount_cents: 100_000, approval: { ...approval, state: 'waiting' } },
    { kind: 'gift_confirmed', approval: null },
  ])
})

test('a project shows its waiting defunding; its timeline the rejection with its reason, and the approval', async () => {
  const project = await createProject(app.db, { title: 'Demenzcafé', needs: [5_000_000] })
  const other = await createProject(app.db, { title: 'Anderes', needs: [5_000_000] })
  await app.db.updateTable('approval_rules').set({ enabled: false }).where('act', '=', 'fund').execute()
  await makeCompany(app.db, { slug: 'bank', title: 'Bank', granted_cents: 1_000_000 })
  const given = { project_slug: project.slug, company_slug: 'bank', amount_cents: 200_000 }
  expect((await staff.post('/api/v4/projects/fund-internally/', given)).status).toBe(201)
  const body = { project_slug: project.slug, confirm_title: project.title, reason: 'Irrtum' }
  const first = await proposed(staff, '/api/v4/projects/defund-internally/', body)
  const shown = await rows('/api/v4/projects/?ordering=title')
  expect(shown).toEqual([[], ['defund']])
  await chief.post(`/api/v4/approvals/${first}/reject/`, { reason: 'Das Projekt läuft noch' })
  app.clock.now = new Date('2026-11-21T10:00:00Z')
  const second = await proposed(staff, '/api/v4/projects/defund-internally/', body)
  app.clock.now = new Date('2026-11-21T11:00:00Z')
  expect((await chief.post(`/api/v4/approvals/${second}/approve/`)).status).toBe(200)
  expect((await entries(project.slug)).map(({ kind, note }) => [kind, note])).toEqual([
    ['approval_approved', ''],
    ['defunded', 'Irrtum'],
    ['approval_waiting', ''],
    ['approval_rejected', 'Das Projekt läuft noch'],
    ['approval_waiting', ''],
    ['funded_internally', ''],
  ])
  expect(await entries(other.slug)).toEqual([])
})
