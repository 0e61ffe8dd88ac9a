import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { deliver, makeProvider } from '#test/intake.ts'
import { statementCalls } from '#test/statement-calls.ts'
import { houseIban } from '#test/statements.ts'

const app = useApp()
let clerk: Client
beforeEach(async () => {
  clerk = await app.as(['create_bank_statements', 'change_bank_statements'])
  await makeProvider(await app.as(['change_settings']))
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
})
const { checked, act, suspense, oneLine } = statementCalls(() => ({ app, clerk }))

const amount_cents = 24_300
const tell = async (payout: string, spelled: (body: string) => string = (body) => body) => {
  const body = {
    id: `evt_${payout}`,
    type: 'paid_out',
    at: '2026-11-20T10:00:00+01:00',
    payout,
    amount_cents,
    fee_cents: 0,
    currency: 'EUR',
  }
  expect((await deliver(app, spelled(JSON.stringify(body)))).status).toBe(200)
}
const leaveToStatements = async (is_left: boolean) => {
  await app.db.updateTable('intake_providers').set({ books_payouts: !is_left }).execute()
}
const matchLine = (id: number) =>
  act(id, 'match', { parts: [{ target_type: 'provider', target_slug: 'paysafe', amount_cents }] })
/** Balances of the bank's and the provider's account, in cents, positive in our favour. */
async function standing() {
  const rows = await app.db
    .selectFrom('ledger_rows as row')
    .innerJoin('ledger_accounts as debit', 'debit.id', 'debit_account_id')
    .innerJoin('ledger_accounts as credit', 'credit.id', 'credit_account_id')
    .select(['debit.kind as debit', 'credit.kind as credit', 'amount_cents'])
    .execute()
  const of = (kind: string) =>
    rows.reduce(
      (sum, row) =>
        sum + (row.debit === kind ? row.amount_cents : 0) - (row.credit === kind ? row.amount_cents : 0),
      0,
    )
  await checked()
  return { bank: of('bank'), psp: of('psp'), suspense: await suspense() }
}
const once = { bank: amount_cents, psp: -amount_cents, suspense: 0 }

test('delivery first: the statement line moves no money again, and after an undo it waits in suspense', async () => {
  await tell('po_1')
  const line = await oneLine(amount_cents)
  await matchLine(line.id)
  expect(await standing()).toEqual(once)
  await act(line.id, 'undo')
  expect(await standing()).toEqual({ bank: 2 * amount_cents, psp: -amount_cents, suspense: amount_cents })
  await matchLine(line.id)
  expect(await standing()).toEqual(once)
})

test('statement line first: the later delivery moves no money again', async () => {
  const line = await oneLine(amount_cents)
  await matchLine(line.id)
  await tell('po_1')
  expect(await standing()).toEqual(once)
})

test('two equal payouts count as two, whichever source reports which first', async () => {
  await tell('po_1')
  const first = await oneLine(amount_cents)
  const second = await oneLine(amount_cents, { text: 'zweite' })
  await matchLine(first.id)
  await matchLine(second.id)
  await tell('po_2')
  expect(await standing()).toEqual({ bank: 2 * amount_cents, psp: -2 * amount_cents, suspense: 0 })
})

test('when left to the statements, the delivery moves nothing and the line moves the money once, in either order', async () => {
  await leaveToStatements(true)
  await tell('po_1')
  const first = await oneLine(amount_cents)
  await matchLine(first.id)
  expect(await standing()).toEqual(once)
  const second = await oneLine(amount_cents, { text: 'zweite' })
  await matchLine(second.id)
  await tell('po_2')
  expect(await standing()).toEqual({ bank: 2 * amount_cents, psp: -2 * amount_cents, suspense: 0 })
})

test('changing the setting between delivery and statement line moves no money twice', async () => {
  await leaveToStatements(true)
  await tell('po_1')
  await leaveToStatements(false)
  const first = await oneLine(amount_cents)
  await matchLine(first.id)
  expect(await standing()).toEqual(once)
  await tell('po_2')
  await leaveToStatements(true)
  const second = await oneLine(amount_cents, { text: 'zweite' })
  await matchLine(second.id)
  expect(await standing()).toEqual({ bank: 2 * amount_cents, psp: -2 * amount_cents, suspense: 0 })
})

test('an amount in another notation, or within other text, is still paired', async () => {
  await leaveToStatements(true)
  await tell('po_1', (body) =>
    body.replace('"amount_cents":24300', '"fees":{"amount_cents":7},"amount_cents":243e2'),
  )
  const line = await oneLine(amount_cents)
  await matchLine(line.id)
  await leaveToStatements(false)
  // The bank line pairs with the first payout, so this one is separate.
  await tell('po_2', (body) => body.replace('24300', '24300.0'))
  expect(await standing()).toEqual({ bank: 2 * amount_cents, psp: -2 * amount_cents, suspense: 0 })
})

test('a concurrent delivery and match move the money once', async () => {
  const lines = []
  for (const text of ['eins', 'zwei', 'drei']) lines.push(await oneLine(amount_cents, { text }))
  await Promise.all(lines.flatMap(({ id }, at) => [tell(`po_${at}`), matchLine(id)]))
  expect(await standing()).toEqual({ bank: 3 * amount_cents, psp: -3 * amount_cents, suspense: 0 })
})
