import { type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { work } from '#app/server/product.ts'
import { enqueueDailyJobs } from '#server/work/daily.ts'
import type { Db } from '#server/db/db.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { postGiftsOf } from '#features/ledger/server/gifts.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { useApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'
import { returnUnreached } from './goal-missed.ts'
import { settleAll } from './settlement.ts'

const app = useApp()
let db: Db
beforeAll(async () => {
  db = app.db
})

const now = new Date('2026-11-21T00:30:00Z')
const today = '2026-11-21'
const night = (atMost?: number) => settleAll(db, { now, business_day: today }, atMost)
const allOrNothing = () => db.updateTable('platform_features').set({ all_or_nothing: true }).execute()
const payouts = () => db.selectFrom('payouts').selectAll().orderBy('id').execute()
const stages = async () =>
  (await db.selectFrom('projects').select(['funded_cents', 'settled_cents']).orderBy('id').execute()).map(
    (row) => Object.values(row),
  )
const budgetLeft = async () =>
  (
    await db
      .selectFrom('ledger_accounts')
      .select('balance_cents')
      .where('kind', '=', 'budget_available')
      .executeTakeFirstOrThrow()
  ).balance_cents

/** Wraps a database to count its statements, except those that begin and end transactions. */
function counting(of: Db) {
  let statements = 0
  const plugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => (statements++, node),
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  }
  return { db: of.withPlugin(plugin), statements: () => statements }
}

async function fundInternally(project: { id: number; title: string }, amount_cents: number) {
  const context = { actor: { id: null, name: 'Test' }, now }
  let company = await db.selectFrom('companies').select(['id', 'title']).executeTakeFirst()
  if (!company) {
    company = await db
      .insertInto('companies')
      .values({ slug: 'bank', title: 'Bank', created_at: now })
      .returning(['id', 'title'])
      .executeTakeFirstOrThrow()
    const grant = { company_id: company.id, amount_cents: 500_000, business_day: '2026-01-01' }
    await db.transaction().execute((tx) => postBudgetGrant(tx, { ...grant, created_by: null, now }))
  }
  const budget = await db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  const given = {
    project,
    company,
    budget,
    funding_type: 3,
    amount_cents,
    business_day: today,
    note: '',
  } as const
  return db.transaction().execute((tx) => postInternalFunding(tx, context, given))
}

test('at 01:30 everything due is settled, one payout per project and type, and a second run finds nothing', async () => {
  const project = await createProject(db, { title: 'Garten' })
  await createGift(db, project, 1000)
  await createGift(db, project, 500)
  await createGift(db, { ...project, funding_type: 3 }, 2000)
  const banned = await createProject(db, { is_banned: true })
  await createGift(db, banned, 700)
  app.clock.now = new Date('2026-11-22T00:29:00Z')
  await enqueueDailyJobs(db, work.jobs, app.clock.now, 'Europe/Berlin')
  await app.runJobs()
  expect(await payouts()).toEqual([])
  app.clock.now = new Date('2026-11-22T00:30:00Z')
  await enqueueDailyJobs(db, work.jobs, app.clock.now, 'Europe/Berlin')
  await app.runJobs()
  app.clock.now = new Date('2026-11-21T09:00:00Z')
  expect(await payouts()).toMatchObject([
    {
      number: 'AZ-2026-0001',
      project_id: project.id,
      funding_type: 1,
      amount_cents: 1500,
      settled_on: '2026-11-22',
    },
    { number: 'AZ-2026-0002', project_id: project.id, funding_type: 3, amount_cents: 2000 },
  ])
  const events = await db
    .selectFrom('audit_events')
    .select(['actor_name', 'actor_id', 'object_title'])
    .where('action', '=', 'settle')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { actor_name: 'Nightly settlement', actor_id: null, object_title: 'AZ-2026-0001' },
    { actor_name: 'Nightly settlement', actor_id: null, object_title: 'AZ-2026-0002' },
  ])
  expect(await night()).toEqual({ returned: 0, settled: 0 })
  expect(await findLedgerDifferences(db)).toEqual([])
})

test('a run killed between two pages resumes where it stopped', async () => {
  for (let n = 0; n < 5; n++) await createGift(db, await createProject(db), 100 + n)
  const context = { actor: { id: null, name: 'Nightly settlement' }, now }
  await db.transaction().execute((tx) => settle(tx, context, { business_day: today, atMost: 2 }))
  const killed = db.transaction().execute(async (tx) => {
    await settle(tx, context, { business_day: today, atMost: 2 })
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await payouts()).toHaveLength(2)
  expect(await night(2)).toEqual({ returned: 0, settled: 3 })
  expect((await payouts()).map((payout) => payout.amount_cents)).toEqual([100, 101, 102, 103, 104])
  expect(await findLedgerDifferences(db)).toEqual([])
})

test('two concurrent runs settle everything once', async () => {
  for (let n = 0; n < 6; n++) await createGift(db, await createProject(db), 100)
  const done = await Promise.all([night(2), night(2)])
  expect(done[0]!.settled + done[1]!.settled).toBe(6)
  expect(await payouts()).toHaveLength(6)
  expect(await findLedgerDifferences(db)).toEqual([])
})

test('a page needs the same number of statements for one project as for many', async () => {
  const count = async (projects: number) => {
    for (let n = 0; n < projects; n++) await createGift(db, await createProject(db), 100)
    const counted = counting(db)
    const context = { actor: { id: null, name: 'Nightly settlement' }, now }
    const settled = await counted.db
      .transaction()
      .execute((tx) => settle(tx, context, { business_day: today, atMost: 1000 }))
    expect(settled).toBe(projects)
    return counted.statements()
  }
  const one = await count(1)
  expect(await count(40)).toBe(one)
  expect(one).toBeLessThanOrEqual(13)
})

test('2,500 projects are settled in five pages, within 67 statements', { timeout: 300_000 }, async () => {
  const organization = await createProject(db)
  await sql`
      insert into projects (slug, title, organization_id, funding_type, status, review_status, created_at, updated_at)
      select 'many-' || n, 'Many ' || n, ${organization.organization_id}, 1, 2, 2, ${now}, ${now}
      from generate_series(1, 2500) n`.execute(db)
  // Inserts page by page, as imports do: one statement for all would be planned for the empty tables before it.
  for (let page = 0; page < 10; page++)
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await db.transaction().execute((tx) =>
      postGiftsOf(
        tx,
        sql`(select id as project_id, 1::smallint as funding_type, 5000::bigint as amount_cents, '2026-11-10'::date as received_on,
          'test' as source, '' as note, null::text as import_key, null::bigint as import_id, null::bigint as created_by,
          ${now}::timestamptz as now, 'g-' || id as slug, id as place, false as is_past, null::bigint as audit_event_id,
          null::text as source_currency, null::bigint as source_cents
          from projects where slug like 'many-%' and id % 10 = ${page}) gift`,
      ),
    )
  const counted = counting(db)
  expect(await settleAll(counted.db, { now, business_day: today }, 500)).toEqual({
    returned: 0,
    settled: 2500,
  })
  // Five pages, a final check that finds nothing left, and one for missed goals.
  expect(counted.statements()).toBeLessThanOrEqual(5 * 13 + 2)
  expect(await findLedgerDifferences(db)).toEqual([])
})

test('all or nothing: fundings of projects that missed their goal return to the budget with a reason, and are never paid out', async () => {
  await allOrNothing()
  const ended = await createProject(db, { needs: [100_000], ends_on: '2026-12-01' })
  await fundInternally(ended, 40_000)
  const running = await createProject(db, { needs: [100_000], ends_on: '2027-01-31' })
  await fundInternally(running, 30_000)
  const reached = await createProject(db, { needs: [20_000], ends_on: '2026-12-01' })
  await fundInternally(reached, 20_000)
  expect(await night()).toEqual({ returned: 0, settled: 1 })
  await moveBusinessDay(db, '2026-12-02')
  expect(await settleAll(db, { now, business_day: '2026-12-02' })).toEqual({ returned: 1, settled: 0 })
  expect(await stages()).toEqual([
    [0, 0],
    [30_000, 0],
    [20_000, 20_000],
  ])
  expect(await budgetLeft()).toBe(450_000)
  const event = await db
    .selectFrom('audit_events')
    .select(['actor_name', 'object_id', 'before', 'after'])
    .where('action', '=', 'defund')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    actor_name: 'Nightly settlement',
    object_id: ended.id,
    before: { company: 'Bank', amount_cents: 40_000, state: 'confirmed' },
    after: { reason: 'goal not reached', state: 'reversed' },
  })
  expect(await settleAll(db, { now, business_day: '2026-12-02' })).toEqual({ returned: 0, settled: 0 })
  expect(await findLedgerDifferences(db)).toEqual([])
})

test('all or nothing: private gifts stay, and create one task per project for people who handle payouts', async () => {
  await allOrNothing()
  const clerk = await app.as(['change_payouts'])
  const ended = await createProject(db, { needs: [100_000], ends_on: '2026-11-20' })
  await createGift(db, ended, 12_345)
  await createGift(db, ended, 55)
  await fundInternally(ended, 100)
  await moveBusinessDay(db, today)
  expect((await night()).returned).toBe(1)
  expect((await night()).returned).toBe(0)
  const tasks = await db.selectFrom('reminders').selectAll().execute()
  expect(tasks).toMatchObject([
    { title: 'Goal not reached: refund gifts', project_id: ended.id, scheduled_for: today, created_by: null },
  ])
  expect(tasks[0]!.description).toContain('€124.00')
  expect(await db.selectFrom('reminder_assignees').select('user_id').execute()).toEqual([
    { user_id: clerk.userId },
  ])
  expect(await stages()).toEqual([[12_400, 0]])
})

test("all or nothing: the task is in its recipients' language", async () => {
  await allOrNothing()
  const clerk = await app.as(['change_payouts'])
  await db.updateTable('users').set({ language: 'sie_DE' }).where('id', '=', clerk.userId).execute()
  await createGift(db, await createProject(db, { needs: [100_000], ends_on: '2026-11-20' }), 12_345)
  await moveBusinessDay(db, today)
  await night()
  const task = await db.selectFrom('reminders').selectAll().executeTakeFirstOrThrow()
  expect(task.title).toBe('Ziel nicht erreicht: Spenden erstatten')
  expect(task.description).toContain('123,45\u00a0€ an Spenden')
})

test('without the setting nothing is returned', async () => {
  const ended = await createProject(db, { needs: [100_000], ends_on: '2026-11-20' })
  await fundInternally(ended, 40_000)
  await moveBusinessDay(db, today)
  const context = { actor: { id: null, name: 'Nightly settlement' }, now }
  expect(
    await db.transaction().execute((tx) => returnUnreached(tx, context, { business_day: today, atMost: 10 })),
  ).toBe(0)
  expect(await night()).toEqual({ returned: 0, settled: 1 })
})
