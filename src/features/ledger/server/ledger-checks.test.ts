import type { AuditAction } from '#shared/audit-actions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { texts } from '#app/texts.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import { audit, type AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { createProject } from '#test/factories.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { postBudgetGrant } from './budgets.ts'
import { ledgerChecks } from './checks/all.ts'
import { runCheck } from './checks/check.ts'
import { transactionChecks } from './checks/transactions.ts'
import { lockClaim, postClaimReturn, postClaimWriteOff } from './claims.ts'
import { postDefunding } from './defund.ts'
import { type Budget, postInternalFunding } from './fund.ts'
import { postConfirmedGift } from './gifts.ts'
import { closeMonth } from './months.ts'
import { cancelPayouts, lockPayouts, markArrived, markPaid, unmarkPaid } from './payouts.ts'
import { settle } from './settle.ts'

// Each test posts real events and then corrupts the ledger by SQL, bypassing triggers and foreign keys.

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const today = '2026-11-20'
const now = new Date('2026-11-20T09:00:00Z')
const context: AuditContext = { actor: { id: null, name: 'Ayşe Demir (ademir)' }, now }
const transaction = <T>(work: (tx: Db) => Promise<T>) => database.db.transaction().execute(work)

type Project = Awaited<ReturnType<typeof createProject>>
let company: { id: number; title: string }
let budget: Budget
let paid: Project
let settled: Project
let fresh: Project
let claimed: Project

/**
 * One of everything: gifts in each state, unmarked and cancelled payouts, returned and written-off claims, a closed
 * month.
 */
beforeEach(async () => {
  await database.reset()
  company = await database.db
    .insertInto('companies')
    .values({ slug: 'bank', title: 'Bank', created_at: now })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
  budget = await database.db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  await grant(900_000)
  paid = await createProject(database.db, { title: 'Kletterwand' })
  settled = await createProject(database.db, { title: 'Brunnen' })
  fresh = await createProject(database.db, { title: 'Mühle' })
  claimed = await createProject(database.db, { title: 'Garten' })
  await fund(paid, 30_000)
  await give(paid, 5_000)
  await fund(claimed, 40_000)
  await settleAll()
  await onOpen((tx, open) => markPaid(tx, context, open, { paid_on: today, reference: 'Lauf 7' }))
  await onPaid((tx, list) =>
    markArrived(tx, context, list.slice(0, 2), { arrived_on: today, note: 'Auszug' }),
  )
  await onPaid((tx, list) =>
    unmarkPaid(tx, context, list.slice(1, 2), { reason: 'Falsch', business_day: today }),
  )
  await onOpen((tx, open) => markPaid(tx, context, open, { paid_on: today, reference: 'Lauf 8' }))
  await defund(claimed)
  const { slug } = await database.db.selectFrom('recovery_claims').select('slug').executeTakeFirstOrThrow()
  await transaction(async (tx) =>
    postClaimReturn(tx, context, await lockClaim(tx, slug, everyCompany), {
      amount_cents: 15_000,
      received_on: today,
      note: '',
    }),
  )
  await transaction(async (tx) =>
    postClaimWriteOff(tx, context, await lockClaim(tx, slug, everyCompany), {
      reason: 'Insolvent',
      business_day: today,
    }),
  )
  await fund(settled, 20_000)
  await settleAll()
  await onOpen((tx, open) => cancelPayouts(tx, context, open, { reason: 'IBAN', business_day: today }))
  await settleAll()
  await fund(fresh, 10_000)
  await fund(claimed, 1_000)
  await defund(claimed)
  await transaction((tx) => closeMonth(tx, context, { month: '2026-01-01', reason: 'Abschluss', today }))
})

async function grant(amount_cents: number) {
  await transaction(async (tx) => {
    const audit_event_id = await seeded(tx)
    const added = { company_id: company.id, amount_cents, business_day: '2026-01-01', created_by: null, now }
    await postBudgetGrant(tx, { ...added, audit_event_id })
  })
}
const seeded = (tx: Db) => audit(tx, context, { action: 'seed', object_type: 'system', object_id: null })
const give = (project: Project, amount_cents: number) =>
  transaction(async (tx) =>
    postConfirmedGift(tx, {
      project_id: project.id,
      funding_type: 1,
      amount_cents,
      received_on: '2026-11-10',
      source: 'test',
      note: '',
      created_by: null,
      now,
      audit_event_id: await seeded(tx),
    }),
  )
const fund = (project: Project, amount_cents: number, business_day = today) =>
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
const defund = (project: Project) =>
  transaction((tx) =>
    postDefunding(tx, context, {
      project,
      reason: 'Irrtum',
      business_day: today,
      acknowledged: true,
      scope: everyCompany,
    }),
  )
type Payouts = Awaited<ReturnType<typeof lockPayouts>>
const onState = (state: string) => (work: (tx: Db, payouts: Payouts) => Promise<void>) =>
  transaction(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from payouts where state = ${state} order by id`.execute(tx)
    await work(tx, await lockPayouts(tx, { ids: rows.map((row) => row.id) }))
  })
const onOpen = onState('open')
const onPaid = onState('marked_paid')

/** Every broken check, with its rows' part, title and two figures. */
async function broken() {
  const found = []
  for (const check of ledgerChecks) {
    const { rows, broken: count } = await transaction((tx) => runCheck(tx, check))
    expect(rows).toHaveLength(count)
    for (const { part, title, left_cents, right_cents } of rows) {
      found.push([check.key, part, title, left_cents, right_cents])
      // Each part has its text, and labels for its figures exactly when it has figures.
      expect([part, `ledger_checks.part.${part}` in texts]).toEqual([part, true])
      expect([part, `ledger_checks.part.${part}.left` in texts]).toEqual([part, left_cents !== null])
    }
  }
  return found
}
const keysBroken = async () => [...new Set((await broken()).map(([key]) => key))]

/** Runs SQL without triggers and foreign keys. */
const behindTheBack = (...statements: string[]) =>
  transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })

test('a ledger of real events passes every check, and each reports how much it checked', async () => {
  expect(await broken()).toEqual([])
  const counted = []
  for (const check of ledgerChecks) {
    const { checked, figures } = await transaction((tx) => runCheck(tx, check))
    counted.push([check.key, checked, figures])
  }
  const transactions = expect.any(Number)
  expect(Object.fromEntries(counted.map(([key, checked]) => [key, checked]))).toEqual({
    balanced: transactions,
    all_balanced: expect.any(Number),
    funded: 4,
    stages: 4,
    reversed_once: expect.any(Number),
    within_need: 5,
    budgets: 1,
    needs_frozen: 4,
    closed_projects: 0,
    audited: transactions,
    balances: expect.any(Number),
    payouts: 5,
    claims: 1,
    // Statements are compared with suspense in features/bank-statements.
    suspense: 0,
    // Receipts are numbered where they are issued (features/receipts).
    receipts: 0,
    closed_months: 1,
  })
  expect(
    counted.every(
      ([key, checked]) =>
        ['closed_projects', 'suspense', 'receipts'].includes(key as string) || (checked as number) > 0,
    ),
  ).toBe(true)
  const [debit, credit] = counted.find(([key]) => key === 'all_balanced')![2] as [number, number]
  expect(debit).toBe(credit)
  expect(debit).toBe(875_000)
})

test('finds a transaction without rows, rows without a transaction, and a row on another day', async () => {
  await behindTheBack(
    `insert into ledger_transactions (kind, business_day, audit_event_id, created_at)
     select 'funded_internally', '2026-11-20', min(id), '2026-11-20' from audit_events`,
  )
  expect(await broken()).toEqual([['balanced', 'no_rows', '', null, null]])
  await behindTheBack(`delete from ledger_transactions where id = (select max(id) from ledger_transactions)`)
  await behindTheBack(
    `update ledger_rows set transaction_id = 4711 where id = (select max(id) from ledger_rows where purpose = 'gift')`,
  )
  expect((await broken()).filter(([key]) => key === 'balanced')).toContainEqual([
    'balanced',
    'no_transaction',
    '',
    null,
    null,
  ])
  await behindTheBack(
    `update ledger_rows set transaction_id = (select max(id) from ledger_transactions), business_day = '2026-11-19'
     where transaction_id = 4711`,
  )
  expect((await broken()).slice(0, 1)).toEqual([['balanced', 'other_day', '', null, null]])
})

test('finds a transaction whose amount differs from its rows', async () => {
  await behindTheBack(
    `update ledger_transactions set amount_cents = 4 where id = (select max(id) from ledger_transactions where kind = 'settled')`,
  )
  expect(await broken()).toEqual([['balanced', 'other_amount', '', 4, 20_000]])
})

test('finds a reversal of only half the amount', async () => {
  await behindTheBack(
    `delete from ledger_rows where id = (select max(id) from ledger_rows where reverses_id is not null)`,
  )
  expect((await broken()).filter(([key]) => key === 'balanced')).toEqual([
    ['balanced', 'half_reversed', '', 2_000, 1_000],
  ])
})

test('finds an account balance changed by hand, and the resulting imbalance of the whole', async () => {
  await behindTheBack(
    `update ledger_accounts set balance_cents = balance_cents + 5000 where kind = 'budget_available'`,
  )
  const found = await broken()
  expect(found.map(([key, part]) => `${String(key)} ${String(part)}`)).toEqual([
    'all_balanced kept_sides',
    'all_balanced kept_and_booked',
    'balances balance',
  ])
  expect(Number(found[2]![3]) - Number(found[2]![4])).toBe(5_000)
})

test('finds a daily total changed by hand', async () => {
  await behindTheBack(`update funding_totals set cents = cents - 700 where funding_type = 1 and cents > 0`)
  expect(await broken()).toEqual([['balances', 'day_total', '', 4_300, 5_000]])
})

test('finds a project with an overstated received amount, and a missing gift', async () => {
  await behindTheBack(`update projects set funded_cents = funded_cents + 5000 where id = ${fresh.id}`)
  expect(await broken()).toEqual([['funded', 'kept', 'Mühle', 15_000, 10_000]])
  await behindTheBack(
    `update projects set funded_cents = funded_cents - 5000 where id = ${fresh.id}`,
    `delete from fundings where project_id = ${fresh.id}`,
  )
  expect((await broken()).filter(([key]) => key === 'funded')).toEqual([
    ['funded', 'gift', 'Mühle', 10_000, 0],
  ])
})

test('finds two gifts whose differences cancel out', async () => {
  await give(fresh, 3_000)
  expect(await broken()).toEqual([])
  const gifts = await database.db
    .selectFrom('fundings')
    .select('id')
    .where('project_id', '=', fresh.id)
    .orderBy('id')
    .execute()
  await behindTheBack(
    `update fundings set amount_cents = amount_cents + 100 where id = ${gifts[0]!.id}`,
    `update fundings set amount_cents = amount_cents - 100 where id = ${gifts[1]!.id}`,
  )
  expect(await broken()).toEqual([['funded', 'gift', 'Mühle', 13_000, 13_000]])
})

test('finds stages or days that differ from the rows, and stages that do not nest', async () => {
  await behindTheBack(
    `update projects set settled_cents = 9000, settled_on = '2026-11-01' where id = ${settled.id}`,
  )
  expect(await broken()).toEqual([
    ['stages', 'settled', 'Brunnen', 9_000, 20_000],
    ['stages', 'stage_day', 'Brunnen', null, null],
  ])
  await behindTheBack(`update projects set settled_cents = 20000, settled_on = '2026-11-20', paid_cents = 25000
    where id = ${settled.id}`)
  expect(await broken()).toEqual([
    ['stages', 'paid', 'Brunnen', 25_000, 0],
    ['stages', 'paid_in_settled', 'Brunnen', 20_000, 25_000],
  ])
})

test('finds a row reversed twice, and one reversed by another amount', async () => {
  await transaction(async (tx) => {
    await sql`alter table ledger_rows drop constraint ledger_rows_reverses_id_key`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into ledger_rows (transaction_id, business_day, debit_account_id, credit_account_id, amount_cents,
        purpose, funding_id, reverses_id)
      select transaction_id, business_day, debit_account_id, credit_account_id, amount_cents, purpose, funding_id, reverses_id
      from ledger_rows where reverses_id is not null order by id limit 1`.execute(tx)
  })
  expect((await broken()).filter(([key]) => key === 'reversed_once')).toEqual([
    ['reversed_once', 'reversed_twice', '', expect.any(Number), expect.any(Number)],
  ])
  await transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from ledger_rows where id = (select max(id) from ledger_rows)`.execute(tx)
    await sql`alter table ledger_rows add constraint ledger_rows_reverses_id_key unique (reverses_id)`.execute(
      tx,
    )
  })
  expect(await broken()).toEqual([])
  await behindTheBack(
    `update ledger_rows set amount_cents = amount_cents + 1
     where id = (select min(id) from ledger_rows where reverses_id is not null)`,
  )
  expect((await broken()).filter(([key]) => key === 'reversed_once')).toEqual([
    ['reversed_once', 'no_mirror', '', 5_000, 5_001],
  ])
})

test('finds an internal gift that exceeded the need', async () => {
  await behindTheBack(
    `update needs set amount_cents = 25000 where project_id = ${paid.id}`,
    `update projects set target_cents = 25000 where id = ${paid.id}`,
  )
  expect(await broken()).toEqual([['within_need', 'over_need', 'Kletterwand', 30_000, 25_000]])
})

test('allows a donation above the need', async () => {
  await give(fresh, 500_000)
  expect(await keysBroken()).toEqual([])
})

test('finds a budget that was negative on a day in between', async () => {
  await behindTheBack(
    `update ledger_rows set business_day = '2026-11-21' where purpose = 'budget_grant'`,
    `update ledger_transactions set business_day = '2026-11-21' where kind = 'budget_added'`,
    `update closed_months set transactions = 0`,
  )
  expect(await broken()).toEqual([['budgets', 'overdrawn', 'Bank', expect.any(Number), 0]])
  expect(Number((await broken())[0]![3])).toBeLessThan(0)
})

test('finds changed needs: another sum, another audit record, a change after the first booking', async () => {
  await behindTheBack(`update needs set amount_cents = 90000 where project_id = ${fresh.id}`)
  expect(await broken()).toEqual([['needs_frozen', 'target', 'Mühle', 100_000, 90_000]])
  await behindTheBack(`update projects set target_cents = 90000 where id = ${fresh.id}`)
  expect(await broken()).toEqual([])
  const said = (at: Date, amount_cents: number) =>
    transaction((tx) =>
      audit(
        tx,
        { ...context, now: at },
        {
          action: 'change',
          object_type: 'project',
          object_id: fresh.id,
          after: { needs: [{ title: 'Mahlwerk', amount_cents }] },
        },
      ),
    )
  await said(new Date('2026-11-01T09:00:00Z'), 100_000)
  expect(await broken()).toEqual([['needs_frozen', 'not_as_recorded', 'Mühle', 90_000, 100_000]])
  await said(new Date('2026-11-25T09:00:00Z'), 90_000)
  expect(await broken()).toEqual([['needs_frozen', 'changed_later', 'Mühle', 90_000, 90_000]])
})

test('finds money received while the project was archived or banned', async () => {
  const said = (action: AuditAction, at: string, after: object) =>
    transaction((tx) =>
      audit(
        tx,
        { ...context, now: new Date(at) },
        { action, object_type: 'project', object_id: fresh.id, after: { ...after } },
      ),
    )
  await said('archive', '2026-11-01T09:00:00Z', { status: 3 })
  await said('unarchive', '2026-11-02T09:00:00Z', { status: 2 })
  expect(await broken()).toEqual([])
  // Undoing an act ends its period as well.
  await said('archive', '2026-11-02T10:00:00Z', { status: 3 })
  await said('undo', '2026-11-02T11:00:00Z', { status: 2, undoes: 1 })
  expect(await broken()).toEqual([])
  await said('archive', '2026-11-03T09:00:00Z', { status: 3 })
  expect(await broken()).toEqual([['closed_projects', 'while_archived', 'Mühle', 10_000, 0]])
  await said('unarchive', '2026-11-21T09:00:00Z', { status: 2 })
  expect(await broken()).toEqual([['closed_projects', 'while_archived', 'Mühle', 10_000, 0]])
  await said('change', '2026-11-04T09:00:00Z', { is_banned: true })
  expect(new Set((await broken()).map(([, part]) => part))).toEqual(
    new Set(['while_archived', 'while_banned']),
  )
})

test('finds a transaction without an audit event, and one whose event is missing', async () => {
  await behindTheBack(
    `update ledger_transactions set audit_event_id = null where id = (select max(id) from ledger_transactions)`,
  )
  expect(await broken()).toEqual([['audited', 'no_event', '', null, null]])
  await behindTheBack(
    `update ledger_transactions set audit_event_id = 4711 where id = (select max(id) from ledger_transactions)`,
  )
  expect(await broken()).toEqual([['audited', 'event_missing', '', null, null]])
  await sql`update ledger_check_since set audited_after = (select max(id) from ledger_transactions)`.execute(
    database.db,
  )
  expect(await broken()).toEqual([])
  await sql`update ledger_check_since set audited_after = 0`.execute(database.db)
})

test('finds payouts that differ from their bookings', async () => {
  const number = async (where: string) =>
    (
      await sql<{
        number: string
      }>`select number from payouts where ${sql.raw(where)} order by id limit 1`.execute(database.db)
    ).rows[0]!.number
  const open = await number(`state = 'open'`)
  await behindTheBack(`update payouts set amount_cents = 21000 where number = '${open}'`)
  expect(await broken()).toEqual([['payouts', 'payout_amount', open, 21_000, 20_000]])
  await behindTheBack(
    `update payouts set amount_cents = 20000, state = 'marked_paid', paid_on = '${today}' where number = '${open}'`,
  )
  expect(await broken()).toEqual([['payouts', 'payout_paid', open, 20_000, 0]])
  await behindTheBack(`update payouts set state = 'cancelled', paid_on = null where number = '${open}'`)
  expect(await broken()).toEqual([['payouts', 'payout_settled', open, 0, 20_000]])
  await behindTheBack(`update payouts set state = 'open' where number = '${open}'`)
  const done = await number(`state = 'marked_paid' and arrived_on is not null`)
  await behindTheBack(`update payouts set paid_on = '2026-11-01' where number = '${done}'`)
  expect(await broken()).toEqual([['payouts', 'payout_day', done, null, null]])
  await behindTheBack(`update payouts set paid_on = '${today}', arrived_on = null where number = '${done}'`)
  expect(await broken()).toEqual([['payouts', 'payout_arrived', done, 0, 30_000]])
})

test('finds claims that differ from their bookings', async () => {
  await behindTheBack(`update recovery_claims set returned_cents = 16000, written_off_cents = 24000`)
  expect(await broken()).toEqual([
    ['claims', 'returned', 'Garten', 16_000, 15_000],
    ['claims', 'written_off', 'Garten', 24_000, 25_000],
  ])
})

test('finds bookings into a month after its closing', async () => {
  await behindTheBack(`update closed_months set closed_at = '2026-10-01'`)
  expect(await broken()).toEqual([['closed_months', 'booked_after_closing', '01.2026', null, null]])
})

test('finds a closed month whose count differs from its transactions', async () => {
  await behindTheBack(`update closed_months set transactions = 3`)
  expect(await broken()).toEqual([['closed_months', 'month_count', '01.2026', null, null]])
  const { rows } = await transaction((tx) => runCheck(tx, transactionChecks.closedMonths))
  expect(rows).toMatchObject([{ slug: '2026-01', left_count: 3, right_count: 1, transaction_id: null }])
  // An uncounted booking from before the closing is found as well.
  await behindTheBack(
    `update closed_months set transactions = 1`,
    `update ledger_transactions set business_day = '2026-01-31' where kind = 'funded_internally'`,
    `update ledger_rows set business_day = '2026-01-31' where transaction_id in
      (select id from ledger_transactions where kind = 'funded_internally')`,
    `update closed_months set closed_at = 'infinity'`,
  )
  const found = await transaction((tx) => runCheck(tx, transactionChecks.closedMonths))
  expect(found.rows).toMatchObject([{ part: 'month_count', left_count: 1, right_count: 6 }])
})
