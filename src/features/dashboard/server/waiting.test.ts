import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { createPayout } from '#test/payouts.ts'
import { seedDemo } from '#features/demo/server/seed.ts'
import { dueTasks, failedEmails, projectLists, waitingPayoutLists } from '../lists.ts'
import type { WaitingKind } from '../waiting.ts'

const app = useApp({ now: '2026-11-23T09:00:00Z' })
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

type Work = {
  kind: WaitingKind
  count: number
  day: string | null
  cents: number | null
  first_id: number | null
}

const waiting = async (client = staff): Promise<Work[]> => {
  const { status, body } = await client.get('/api/v4/dashboard/waiting/')
  expect(status).toBe(200)
  return body.results
}
const kinds = async (client = staff) => (await waiting(client)).map(({ kind }) => kind)

test('lists nothing in an empty database', async () => {
  expect(await waiting()).toEqual([])
})

test('counts exactly the rows of the list each entry links to', async () => {
  await seedDemo(app.db, app.clock.now, 'Europe/Berlin')
  const ofDemo = (await waiting()).find(({ kind }) => kind === 'tasks')?.count ?? 0
  await createTask(app.db, { scheduled_for: '2026-11-20', users: [staff.userId] })
  await createTask(app.db, { scheduled_for: '2026-11-29', users: [staff.userId] })
  await createTask(app.db, { scheduled_for: '2026-11-30', users: [staff.userId] })
  await createTask(app.db, { scheduled_for: '2026-11-20' })
  const found = await waiting()
  const read = async (path: string, query: object) =>
    (await staff.get(`${path}?${String(new URLSearchParams(query as Record<string, string>))}`)).body
  const statements = (await read('/api/v4/bank-statements/', { page_size: '100' })).results as {
    id: number
    counts: { open: number }
  }[]
  const payouts = (state: object) => read('/api/v4/payouts/', state)
  const [open, exported] = [
    await payouts(waitingPayoutLists.payouts_open),
    await payouts(waitingPayoutLists.payouts_exported),
  ]
  const lists: Partial<Record<WaitingKind, number>> = {
    tasks: (await read('/api/v4/reminders/', { ...dueTasks, assignee: 'me' })).count,
    payouts_open: open.count,
    payouts_exported: exported.count,
    lines: statements.reduce((sum, { counts }) => sum + counts.open, 0),
    reviews: (await read('/api/v4/projects/', { ...projectLists.needs_review, exclude_status: 'archived' }))
      .count,
    failed_emails: (await read('/api/v4/emails/', failedEmails)).count,
    approvals: (await read('/api/v4/approvals/', { whose: 'to_decide' })).count,
    proofs: (await read('/api/v4/proofs/forecast/', {})).count,
  }
  const counted = Object.fromEntries(found.map(({ kind, count }) => [kind, count]))
  expect(counted).toEqual(Object.fromEntries(Object.entries(lists).filter(([, count]) => count > 0)))
  expect(Object.keys(counted)).toEqual(
    expect.arrayContaining(['tasks', 'payouts_open', 'payouts_exported', 'lines', 'reviews', 'proofs']),
  )
  const of = (kind: WaitingKind) => found.find((work) => work.kind === kind)!
  expect([of('payouts_open').cents, of('payouts_exported').cents]).toEqual([
    open.sum_cents,
    exported.sum_cents,
  ])
  expect(of('tasks')).toMatchObject({ count: ofDemo + 2, cents: null })
  expect(statements.find(({ id }) => id === of('lines').first_id)!.counts.open).toBeGreaterThan(0)
})

test('lists an overdue task before a waiting payout and a task due this week after it', async () => {
  await createPayout(app.db, { amount_cents: 4_200, settled_on: '2026-11-10' })
  await createTask(app.db, { scheduled_for: '2026-11-27', users: [staff.userId] })
  expect(await waiting()).toMatchObject([
    { kind: 'payouts_open', count: 1, day: '2026-11-10', cents: 4_200 },
    { kind: 'tasks', count: 1, day: '2026-11-27' },
  ])
  await createTask(app.db, { scheduled_for: '2026-11-20', users: [staff.userId] })
  expect(await kinds()).toEqual(['tasks', 'payouts_open'])
})

describe('only work that the person has a right to do waits for them', () => {
  beforeEach(async () => {
    await createPayout(app.db, { amount_cents: 4_200 })
    await createProject(app.db, { needs_donation_review: true })
  })

  test.each<[Permission[], WaitingKind[]]>([
    [['view_payouts', 'view_projects'], []],
    [['change_payouts'], ['payouts_open']],
    [['change_projects'], ['reviews']],
    [['view_reminders'], []],
  ])('%j: %j', async (rights, expected) => {
    expect(await kinds(await app.as(rights))).toEqual(expected)
  })

  test('lists a proof for people who may request a new one, until it was requested', async () => {
    const { id, slug } = await createOrganization(app.db, {
      exemption_kind: 'notice',
      exemption_date: '2026-01-01',
      exemption_ends_on: '2027-01-31',
    })
    await createProject(app.db, { organization_id: id, ends_on: '2027-06-30' })
    expect(await kinds(await app.as(['view_organizations']))).toEqual([])
    const asker = await app.as(['view_organizations', 'create_reminders'])
    expect(await waiting(asker)).toMatchObject([{ kind: 'proofs', count: 1, day: '2027-01-31' }])
    const asked = await staff.post('/api/v4/proofs/forecast/ask/', { organization_slugs: [slug] })
    expect(asked.body.created).toBe(1)
    expect(await kinds(asker)).not.toContain('proofs')
  })
})
