import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { createGift, createProject } from '#test/factories.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { postBudgetGrant } from './budgets.ts'
import { findLedgerDifferences } from './checks.ts'
import { lockClaim, postClaimReturn, postClaimWriteOff } from './claims.ts'
import { postDefunding } from './defund.ts'
import { type Budget, postInternalFunding } from './fund.ts'
import { closeMonth, reopenMonth } from './months.ts'
import { cancelPayouts, lockPayouts, markArrived, markPaid, unmarkPaid } from './payouts.ts'
import { settle } from './settle.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const today = '2026-11-20'
const now = new Date('2026-11-20T09:00:00Z')
const context: AuditContext = { actor: { id: null, name: 'Ayşe Demir (ademir)' }, now }
let company: { id: number; title: string }
let budget: Budget
beforeEach(async () => {
  await database.reset()
  company = await database.db
    .insertInto('companies')
    .values({ slug: 'bank', title: 'Bank', created_at: now })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
  budget = await database.db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  const grant = { company_id: company.id, amount_cents: 500_000, business_day: '2026-01-01' }
  await transaction((tx) => postBudgetGrant(tx, { ...grant, created_by: null, now }))
})

const transaction = <T>(work: (tx: Db) => Promise<T>) => database.db.transaction().execute(work)
const fund = (project: { id: number; title: string }, amount_cents: number, business_day = today) =>
  transaction((tx) =>
    postInternalFunding(tx, context, {
      project,
      company,
      budget,
      funding_type: 4,
      amount_cents,
      business_day,
      note: 'Beschluss',
    }),
  )
const settleAll = () => transaction((tx) => settle(tx, context, { business_day: today, atMost: 1000 }))
const onPayouts = (work: (tx: Db, payouts: Awaited<ReturnType<typeof lockPayouts>>) => Promise<void>) =>
  transaction(async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from payouts where state <> 'cancelled'`.execute(tx)
    await work(tx, await lockPayouts(tx, { ids: rows.map((row) => row.id) }))
  })
const pay = (paid_on = today) =>
  onPayouts((tx, payouts) => markPaid(tx, context, payouts, { paid_on, reference: 'Lauf 7' }))
const arrive = (arrived_on = today) =>
  onPayouts((tx, payouts) => markArrived(tx, context, payouts, { arrived_on, note: 'Auszug' }))
const defund = (project: { id: number; title: string; organization_id: number }, acknowledged = false) =>
  transaction((tx) =>
    postDefunding(tx, context, {
      project,
      reason: 'Irrtum',
      business_day: today,
      acknowledged,
      scope: everyCompany,
    }),
  )

const stages = () =>
  database.db
    .selectFrom('projects')
    .select(['funded_cents', 'settled_cents', 'paid_cents', 'arrived_cents'])
    .orderBy('id')
    .execute()
    .then((rows) => rows.map((row) => Object.values(row)))
const states = async () =>
  (await database.db.selectFrom('fundings').select('state').orderBy('id').execute()).map((row) => row.state)
const budgetLeft = async () =>
  (
    await database.db
      .selectFrom('ledger_accounts')
      .select('balance_cents')
      .where('kind', '=', 'budget_available')
      .executeTakeFirstOrThrow()
  ).balance_cents
const refusal = async (promise: Promise<unknown>) => {
  try {
    await promise
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message
  }
}
const checksHold = async () => expect(await findLedgerDifferences(database.db)).toEqual([])

test('a gift moves from budget to organization stage by stage, each on its own day', async () => {
  const project = await createProject(database.db, { needs: [200_000] })
  await fund(project, 150_000, '2026-11-02')
  expect([await stages(), await states(), await budgetLeft()]).toEqual([
    [[150_000, 0, 0, 0]],
    ['confirmed'],
    350_000,
  ])
  expect(await settleAll()).toBe(1)
  expect(await settleAll()).toBe(0)
  await pay('2026-11-20')
  await arrive('2026-11-20')
  expect([await stages(), await states()]).toEqual([[[150_000, 150_000, 150_000, 150_000]], ['paid_out']])
  const row = await database.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    allocated_on: '2026-11-02',
    settled_on: today,
    paid_on: '2026-11-20',
    arrived_on: '2026-11-20',
  })
  const payout = await database.db.selectFrom('payouts').selectAll().executeTakeFirstOrThrow()
  expect(payout).toMatchObject({ number: 'AZ-2026-0001', state: 'marked_paid', amount_cents: 150_000 })
  await checksHold()
})

test('a funding never exceeds the missing amount or the budget', async () => {
  const project = await createProject(database.db, { needs: [200_000] })
  const rich = await createProject(database.db, { needs: [900_000] })
  expect(await refusal(fund(project, 200_001))).toBe('exceeds_missing')
  expect(await refusal(fund(rich, 500_001))).toBe('budget_exceeded')
  await fund(project, 200_000)
  expect(await refusal(fund(project, 1))).toBe('exceeds_missing')
  await checksHold()
})

test('a backdated funding must be covered on that day and on every later day', async () => {
  const project = await createProject(database.db, { needs: [900_000] })
  const fresh = { company_id: company.id, amount_cents: 50_000, created_by: null, now }
  await transaction((tx) => postBudgetGrant(tx, { ...fresh, business_day: '2026-11-01' }))
  expect(await refusal(fund(project, 500_001, '2026-10-31'))).toBe('budget_exceeded')
  await fund(project, 10_000, '2026-06-01')
  await fund(project, 480_000, '2026-10-31')
  expect(await refusal(fund(project, 10_001, '2026-03-01'))).toBe('budget_exceeded')
  await fund(project, 10_000, '2026-03-01')
  expect(await refusal(fund(project, 1, '2026-01-15'))).toBe('budget_exceeded')
  await fund(project, 50_000, '2026-11-01')
  expect(await budgetLeft()).toBe(0)
  await checksHold()
})

test('unmarking a payout reopens it and removes its arrival', async () => {
  await fund(await createProject(database.db), 50_000)
  await settleAll()
  await pay()
  await arrive()
  await onPayouts((tx, payouts) =>
    unmarkPaid(tx, context, payouts, { reason: 'Falsches Konto', business_day: today }),
  )
  expect([await stages(), await states()]).toEqual([[[50_000, 50_000, 0, 0]], ['settled']])
  const { paid_on, arrived_on } = await database.db
    .selectFrom('projects')
    .select(['paid_on', 'arrived_on'])
    .executeTakeFirstOrThrow()
  expect([paid_on, arrived_on]).toEqual([null, null])
  await pay()
  expect(await stages()).toEqual([[50_000, 50_000, 50_000, 0]])
  await checksHold()
})

test('the gifts of a cancelled payout join the next settlement, which gets a new number', async () => {
  const project = await createProject(database.db)
  await fund(project, 30_000)
  await createGift(database.db, project, 20_000)
  expect(await settleAll()).toBe(2)
  await onPayouts((tx, payouts) =>
    cancelPayouts(tx, context, payouts, { reason: 'Konto gekündigt', business_day: today }),
  )
  expect([await stages(), await states()]).toEqual([[[50_000, 0, 0, 0]], ['confirmed', 'confirmed']])
  expect(await settleAll()).toBe(2)
  const numbers = await database.db.selectFrom('payouts').select('number').orderBy('id').execute()
  expect(numbers.map((row) => row.number)).toEqual([
    'AZ-2026-0001',
    'AZ-2026-0002',
    'AZ-2026-0003',
    'AZ-2026-0004',
  ])
  await checksHold()
})

test('banned and archived projects are not settled, nor all-or-nothing projects below their goal', async () => {
  const banned = await createProject(database.db)
  const partly = await createProject(database.db)
  const whole = await createProject(database.db)
  await fund(banned, 10_000)
  await fund(partly, 10_000)
  await fund(whole, 100_000)
  await database.db.updateTable('projects').set({ is_banned: true }).where('id', '=', banned.id).execute()
  await database.db.updateTable('platform_features').set({ all_or_nothing: true }).execute()
  expect(await settleAll()).toBe(1)
  expect(await stages()).toEqual([
    [10_000, 0, 0, 0],
    [10_000, 0, 0, 0],
    [100_000, 100_000, 0, 0],
  ])
  await database.db.updateTable('platform_features').set({ all_or_nothing: false }).execute()
  expect(await settleAll()).toBe(1)
})

test("defunding reverses unpaid gifts, claims paid ones, and leaves other donors' gifts alone", async () => {
  const project = await createProject(database.db, { needs: [400_000] })
  await fund(project, 100_000)
  await createGift(database.db, project, 7_000)
  await settleAll()
  await pay()
  await arrive()
  await fund(project, 60_000)
  await settleAll()
  await fund(project, 40_000)
  expect(await refusal(defund(project))).toBe('marked_payments')
  expect(await defund(project, true)).toEqual({
    reversed: 2,
    reversed_cents: 100_000,
    recovery_open_cents: 100_000,
    claims: [expect.any(Number)],
  })
  expect([await stages(), await states(), await budgetLeft()]).toEqual([
    [[7_000, 7_000, 7_000, 7_000]],
    ['recovery_open', 'paid_out', 'reversed', 'reversed'],
    400_000,
  ])
  expect(await refusal(defund(project, true))).toBe('nothing_to_defund')
  await checksHold()
})

test('a claim is returned in parts and its rest written off; the budget gets only the returned money', async () => {
  const project = await createProject(database.db)
  await fund(project, 100_000)
  await settleAll()
  await pay()
  await defund(project, true)
  const { slug } = await database.db.selectFrom('recovery_claims').select('slug').executeTakeFirstOrThrow()
  const giveBack = (amount_cents: number) =>
    transaction(async (tx) =>
      postClaimReturn(tx, context, await lockClaim(tx, slug, everyCompany), {
        amount_cents,
        received_on: today,
        note: '',
      }),
    )
  await giveBack(30_000)
  expect(await refusal(giveBack(70_001))).toBe('claim_exceeded')
  await giveBack(20_000)
  expect([await budgetLeft(), await states()]).toEqual([450_000, ['recovery_open']])
  const writeOff = () =>
    transaction(async (tx) =>
      postClaimWriteOff(tx, context, await lockClaim(tx, slug, everyCompany), {
        reason: 'Insolvenz',
        business_day: today,
      }),
    )
  await writeOff()
  expect(await refusal(writeOff())).toBe('claim_exceeded')
  const claim = await database.db.selectFrom('recovery_claims').selectAll().executeTakeFirstOrThrow()
  expect(claim).toMatchObject({
    returned_cents: 50_000,
    written_off_cents: 50_000,
    open_cents: 0,
    closed_on: today,
  })
  expect([await budgetLeft(), await states()]).toEqual([450_000, ['recovered']])
  const owing = await database.db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('kind', '=', 'claim_organization')
    .executeTakeFirstOrThrow()
  expect(owing.balance_cents).toBe(0)
  await checksHold()
})

test('a payout whose money is claimed back cannot be unmarked', async () => {
  const project = await createProject(database.db)
  await fund(project, 100_000)
  await settleAll()
  await pay()
  await defund(project, true)
  const unmark = onPayouts((tx, payouts) =>
    unmarkPaid(tx, context, payouts, { reason: 'x', business_day: today }),
  )
  expect(await refusal(unmark)).toBe('claim_open')
})

test('when part of a payout was claimed back before it arrives, only the rest arrives', async () => {
  const project = await createProject(database.db)
  await fund(project, 60_000)
  await createGift(database.db, project, 10_000)
  await settleAll()
  await pay()
  await defund(project, true)
  await arrive()
  expect(await stages()).toEqual([[10_000, 10_000, 10_000, 10_000]])
  const payouts = await database.db.selectFrom('payouts').select('arrived_on').execute()
  expect(payouts).toEqual(payouts.map(() => ({ arrived_on: today })))
  await checksHold()
})

test('no event and no SQL statement can book into a closed month until it is reopened', async () => {
  const project = await createProject(database.db)
  const close = (month: string) =>
    transaction((tx) => closeMonth(tx, context, { month, reason: 'Abschluss', today }))
  await expect(close('2026-11-01')).rejects.toMatchObject({
    fields: { month: [{ key: 'ledger.month_not_over' }] },
  })
  await close('2026-09-01')
  await close('2026-10-01')
  expect(await refusal(close('2026-10-01'))).toBe('month_closed')
  await expect(fund(project, 100, '2026-09-30')).rejects.toMatchObject({
    fields: { business_day: [{ parameters: { month: '09.2026', day: '01.11.2026' } }] },
  })
  await expect(createGift(database.db, project, 100, { received_on: '2026-10-05' })).rejects.toMatchObject({
    constraint: 'month_closed',
  })
  await transaction((tx) => reopenMonth(tx, context, { month: '2026-10-01', reason: 'Nachtrag' }))
  await createGift(database.db, project, 100, { received_on: '2026-10-05' })
  const events = await database.db.selectFrom('audit_events').select('action').orderBy('id').execute()
  expect(events.map((event) => event.action)).toEqual(['close_month', 'close_month', 'reopen_month'])
})

test('every transaction of an event names its one audit event', async () => {
  const project = await createProject(database.db)
  await fund(project, 100_000)
  await settleAll()
  await pay()
  await defund(project, true)
  const { rows } = await sql<{ kind: string; action: string | null }>`
    select entry.kind, event.action from ledger_transactions entry
    left join audit_events event on event.id = entry.audit_event_id
    where entry.kind <> 'budget_added' order by entry.id`.execute(database.db)
  expect(rows).toEqual([
    { kind: 'funded_internally', action: 'fund' },
    { kind: 'settled', action: 'settle' },
    { kind: 'payout_paid', action: 'mark_paid' },
    { kind: 'claim_opened', action: 'defund' },
  ])
})
