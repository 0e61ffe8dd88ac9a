import { beforeEach, expect, test } from 'vitest'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { lockPayouts, markArrived, markPaid, unmarkPaid } from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { type Client, useApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const day = '2026-11-20'
const later = '2026-11-21'

/** A company with a budget and the acts of its user; each act is a separate call. */
async function givingCompany() {
  const { db } = app
  const now = app.clock.now
  const person = { id: staff.userId, name: 'Ayşe Demir (ademir)' }
  let calls = 0
  const context = (): AuditContext => ({ actor: person, now, requestId: `call-${(calls += 1)}` })
  const company = await db
    .insertInto('companies')
    .values({ slug: 'stiftung', title: 'Hohenfels-Stiftung', created_at: now })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
  const budget = await db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    const grant = { company_id: company.id, amount_cents: 1_000_000, business_day: day }
    await postBudgetGrant(tx, { ...grant, created_by: person.id, now })
  })
  const payouts = async () =>
    (await db.selectFrom('payouts').select('id').orderBy('id').execute()).map(({ id }) => id)
  return {
    fund: (project: { id: number; title: string }, amount_cents: number) =>
      db.transaction().execute((tx) =>
        postInternalFunding(tx, context(), {
          project,
          company,
          budget,
          funding_type: 3,
          amount_cents,
          business_day: day,
          note: 'Beschluss vom 19.11.',
        }),
      ),
    settleAll: () =>
      db
        .transaction()
        .execute((tx) =>
          settle(tx, { actor: { id: null, name: 'Night' }, now }, { business_day: day, atMost: 100 }),
        ),
    pay: async () => {
      const ids = await payouts()
      await db
        .transaction()
        .execute(async (tx) =>
          markPaid(tx, context(), await lockPayouts(tx, { ids }), { paid_on: later, reference: 'Lauf 7' }),
        )
    },
    arrive: async () => {
      const ids = (await payouts()).slice(0, 1)
      await db
        .transaction()
        .execute(async (tx) =>
          markArrived(tx, context(), await lockPayouts(tx, { ids }), { arrived_on: later, note: '' }),
        )
    },
    unmark: async () => {
      const ids = (await payouts()).slice(0, 1)
      await db.transaction().execute(async (tx) =>
        unmarkPaid(tx, context(), await lockPayouts(tx, { ids }), {
          reason: 'Falsch',
          business_day: later,
        }),
      )
    },
    defund: (project: { id: number; title: string; organization_id: number }) =>
      db.transaction().execute((tx) =>
        postDefunding(tx, context(), {
          project,
          reason: 'Irrtum',
          business_day: later,
          acknowledged: true,
          scope: everyCompany,
        }),
      ),
  }
}

const money = async (slug: string) => (await staff.get(`/api/v4/project/${slug}/money/`)).body
const timeline = async (slug: string, show = 'decisions') =>
  (await staff.get(`/api/v4/project/${slug}/timeline/?show=${show}`)).body

test('the money of a project: stages, types with their days, payouts, needs in their order', async () => {
  const company = await givingCompany()
  const project = await createProject(app.db, { needs: [60_000, 40_000] })
  await createGift(app.db, project, 20_000, { received_on: '2026-11-12' })
  await company.fund(project, 50_000)
  await company.settleAll()
  await company.pay()
  await company.arrive()
  await createGift(app.db, project, 5_000, { received_on: later })
  const body = await money(project.slug)
  expect(body).toMatchObject({
    target_cents: 100_000,
    missing_cents: 25_000,
    over_cents: 0,
    allocated: { cents: 75_000, on: later },
    settled: { cents: 70_000, on: day },
    paid: { cents: 70_000, on: later },
    arrived: { cents: 20_000, on: later },
    payouts: { open: 0, paid: 2 },
    needs: [
      { amount_cents: 60_000, covered_cents: 60_000 },
      { amount_cents: 40_000, covered_cents: 15_000 },
    ],
  })
  expect(body.types).toMatchObject([
    {
      funding_type: { choice: 1, display: 'Donation' },
      gifts: 2,
      internal_gifts: 0,
      allocated: { cents: 25_000, on: later },
      arrived: { cents: 20_000, on: later },
      waiting_since: null,
    },
    {
      funding_type: { choice: 3 },
      gifts: 1,
      internal_gifts: 1,
      arrived: { cents: 0, on: null },
      payout_open: false,
      waiting_since: later,
    },
  ])
  const [row] = (await staff.get('/api/v4/projects/')).body.results
  expect(row).toMatchObject({
    funded_cents: 75_000,
    settled_cents: 70_000,
    paid_cents: 70_000,
    arrived_on: later,
  })
})

test('the timeline shows decisions or all events; one call on several payouts is one entry', async () => {
  const company = await givingCompany()
  const project = await createProject(app.db, { needs: [100_000] })
  await createGift(app.db, project, 20_000)
  await company.fund(project, 50_000)
  await company.settleAll()
  await company.pay()
  const { results, decisions, all } = await timeline(project.slug)
  expect([decisions, all]).toEqual([2, 5])
  expect(results).toMatchObject([
    {
      kind: 'payout_paid',
      amount_cents: 70_000,
      note: 'Lauf 7',
      payouts: [{ number: 'AZ-2026-0001' }, { number: 'AZ-2026-0002' }],
    },
    {
      kind: 'funded_internally',
      amount_cents: 50_000,
      company: { title: 'Hohenfels-Stiftung' },
      actor: expect.stringContaining('Test Person'),
      note: 'Beschluss vom 19.11.',
      reversed_by: null,
    },
  ])
  const everything = (await timeline(project.slug, 'all')).results
  expect(everything.map((entry: { kind: string }) => entry.kind)).toEqual([
    'payout_paid',
    'settled',
    'settled',
    'funded_internally',
    'gift_confirmed',
  ])
})

test('a reversed entry stays and names the booking that reversed it', async () => {
  const company = await givingCompany()
  const project = await createProject(app.db)
  await company.fund(project, 50_000)
  await company.settleAll()
  await company.pay()
  await company.unmark()
  await company.defund(project)
  const { results } = await timeline(project.slug)
  expect(results.map((entry: { kind: string }) => entry.kind)).toEqual([
    'defunded',
    'reversed',
    'reversed',
    'payout_paid',
    'funded_internally',
  ])
  const [defunded, , unmarked, paid, funded] = results
  expect([funded.reversed_by, defunded.reverses]).toEqual([defunded.id, funded.id])
  expect([paid.reversed_by, unmarked.reverses]).toEqual([unmarked.id, paid.id])
  expect(await money(project.slug)).toMatchObject({
    allocated: { cents: 0, on: null },
    types: [{ gifts: 0 }],
  })
})

test('the list is filtered by how far the goal is reached, and counts what it shows', async () => {
  const company = await givingCompany()
  const none = await createProject(app.db)
  const partly = await createProject(app.db, { needs: [100_000] })
  const whole = await createProject(app.db, { needs: [100_000] })
  const over = await createProject(app.db, { needs: [100_000] })
  await company.fund(partly, 10_000)
  await createGift(app.db, whole, 100_000)
  await createGift(app.db, over, 100_500)
  await company.settleAll()
  await company.pay()
  await createGift(app.db, partly, 1)
  const found = async (money: string) => {
    const { body } = await staff.get(`/api/v4/projects/?money=${money}&ordering=money`)
    expect(body.count).toBe(body.results.length)
    return body.results.map((row: { slug: string }) => row.slug)
  }
  expect(await found('nothing')).toEqual([none.slug])
  expect(await found('partly')).toEqual([partly.slug])
  expect(await found('goal_reached')).toEqual([whole.slug])
  expect(await found('over_goal')).toEqual([over.slug])
  expect(await found('unpaid')).toEqual([partly.slug])
  expect(await found('partly,over_goal')).toEqual([partly.slug, over.slug])
})
