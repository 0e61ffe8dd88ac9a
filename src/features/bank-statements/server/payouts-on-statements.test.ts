import { expect, test } from 'vitest'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { lockPayouts, markPaid } from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { createPayout } from '#test/payouts.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, checked, bring, linesOf, act, suspense, refused, oneLine } = statementCalls(() => ({
  app,
  clerk,
}))

test('a debit pays an open payout and proves its arrival, and undo reopens the payout', async () => {
  const payout = await createPayout(app.db, { amount_cents: 45_000 })
  const line = await oneLine(-45_000)
  await act(line.id, 'match', {
    parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: 45_000 }],
  })
  const now = () =>
    app.db
      .selectFrom('payouts')
      .select(['state', 'paid_on', 'arrived_on'])
      .where('slug', '=', payout.slug)
      .executeTakeFirstOrThrow()
  expect(await now()).toEqual({ state: 'marked_paid', paid_on: '2026-11-20', arrived_on: '2026-11-20' })
  expect(await suspense()).toBe(0)
  const elsewhere = await clerk.post('/api/v4/payouts/unmark/', {
    payout_slugs: [payout.slug],
    reason: 'x',
  })
  expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'payout_on_statement'])
  await act(line.id, 'undo')
  expect(await now()).toEqual({ state: 'open', paid_on: null, arrived_on: null })
  expect(await suspense()).toBe(-45_000)
  await checked()
})

test('matching the debit of a payout already marked paid clears suspense and “not debited”, until undo', async () => {
  const payout = await createPayout(app.db, { amount_cents: 45_000, paid_on: '2026-11-19' })
  const { statements } = await bring({ lines: [{ cents: -45_000 }], opening: 100_000 })
  const read = async () => (await clerk.get(`${base}${statements[0]}/`)).body.reconciliation
  const causes = async () =>
    Object.fromEntries(
      (await read()).causes.map((one: { cause: string; cents: number }) => [one.cause, one.cents]),
    )
  const before = await causes()
  expect(before['payouts_not_debited']).toBe(45_000)
  const [line] = await linesOf(statements[0])
  await act(line.id, 'match', {
    parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: 45_000 }],
  })
  expect((await causes())['payouts_not_debited']).toBeUndefined()
  expect((await read()).unexplained_cents).toBe(0)
  expect(await suspense()).toBe(0)
  await act(line.id, 'undo')
  expect(await suspense()).toBe(-45_000)
  await checked()
})

test('an arrival proved by a line cannot be undone after its money was claimed back', async () => {
  const company = await makeCompany(app.db, { slug: 'bank', title: 'Bank', granted_cents: 100_000 })
  const budget = await app.db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  const project = await createProject(app.db)
  const context = { actor: { id: null, name: 'Test' }, now: app.clock.now }
  const inside = <T>(work: (tx: Db) => Promise<T>) => app.db.transaction().execute(work)
  const business_day = '2026-11-19'
  await inside((tx) =>
    postInternalFunding(tx, context, {
      project,
      company,
      budget,
      funding_type: 2,
      amount_cents: 45_000,
      business_day,
      note: '',
    }),
  )
  await inside((tx) => settle(tx, context, { business_day, projects: [project.id] }))
  const payout = await app.db.selectFrom('payouts').select(['id', 'slug']).executeTakeFirstOrThrow()
  await inside(async (tx) =>
    markPaid(tx, context, await lockPayouts(tx, { ids: [payout.id] }), {
      paid_on: business_day,
      reference: '',
    }),
  )
  const line = await oneLine(-45_000)
  await act(line.id, 'match', {
    parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: 45_000 }],
  })
  await inside((tx) =>
    postDefunding(tx, context, {
      project,
      reason: 'x',
      business_day: '2026-11-20',
      acknowledged: true,
      scope: everyCompany,
    }),
  )
  const { status, body } = await refused(line.id, 'undo', {})
  expect([status, body.code, body.blocking[0].code]).toEqual([409, 'line_moved_on', 'claim_open'])
  await checked()
})

test('matches fees, providers and transfers between own accounts', async () => {
  const second = 'DE02120300000000202051'
  await app.db
    .insertInto('bank_accounts')
    .values({ slug: 'second', title: 'Second', iban: second, created_at: app.clock.now })
    .execute()
  const fee = await oneLine(-1290)
  await act(fee.id, 'match', { parts: [{ target_type: 'fees', target_slug: 'fees', amount_cents: 1290 }] })
  const out = await oneLine(-5000, { text: 'Umbuchung' })
  const { statements } = await bring({ lines: [{ cents: 5000 }], iban: second })
  const [into] = await linesOf(statements[0])
  await act(out.id, 'match', {
    parts: [{ target_type: 'bank_account', target_slug: 'second', amount_cents: 5000 }],
  })
  await act(into.id, 'match', {
    parts: [{ target_type: 'bank_account', target_slug: 'main', amount_cents: 5000 }],
  })
  expect(await suspense()).toBe(0)
  expect((await clerk.get(`${base}${statements[0]}/`)).body.reconciliation).toMatchObject({
    ledger_cents: 5000,
    statement_cents: 5000,
    difference_cents: 0,
  })
  expect((await refused(out.id, 'undo', {})).body.code).toBe('line_moved_on')
  await act(into.id, 'undo')
  await act(out.id, 'undo')
  expect(await suspense()).toBe(0)
  await checked()
})
