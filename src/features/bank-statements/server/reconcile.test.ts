import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createPayout } from '#test/payouts.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, bring, linesOf, act, suspense } = statementCalls(() => ({ app, clerk }))

test('gaps and overlaps between statements are reported', async () => {
  await bring({ lines: [{ cents: 100, day: '2026-11-10' }], day: '2026-11-10', number: '1' })
  await bring({ lines: [{ cents: 100, day: '2026-11-12' }], opening: 100, day: '2026-11-12', number: '2' })
  await bring({ lines: [{ cents: 100, day: '2026-11-16' }], opening: 250, day: '2026-11-16', number: '4' })
  await bring({
    lines: [
      { cents: 100, day: '2026-11-16', text: 'other' },
      { cents: 7, day: '2026-11-18' },
    ],
    opening: 350,
    day: '2026-11-18',
    number: '5',
  })
  const { results } = (await clerk.get(base)).body
  expect(
    results.map((one: { number: string; break: { kind: string; difference_cents: number } | null }) => [
      one.number,
      one.break?.kind,
      one.break?.difference_cents,
    ]),
  ).toEqual([
    ['5', undefined, undefined],
    ['4', 'gap', 50],
    ['2', undefined, undefined],
    ['1', undefined, undefined],
  ])
  await bring({ lines: [{ cents: 1, day: '2026-11-17' }], opening: 9, day: '2026-11-17', number: '6' })
  expect(
    (await clerk.get(base)).body.results.map((one: { break: { kind: string } | null }) => one.break?.kind),
  ).toContain('overlap')
})

test('the difference between bank and ledger is explained to the cent', async () => {
  const { statements } = await bring({ lines: [{ cents: 1000 }], opening: 500 })
  await createPayout(app.db, { amount_cents: 300, paid_on: '2026-11-19' })
  const { reconciliation } = (await clerk.get(`${base}${statements[0]}/`)).body
  expect(reconciliation).toMatchObject({ statement_cents: 1500, unexplained_cents: 0 })
  const sum = reconciliation.causes.reduce((total: number, one: { cents: number }) => total + one.cents, 0)
  expect(sum).toBe(reconciliation.difference_cents)
  expect(reconciliation.causes).toContainEqual({ cause: 'before_first', count: 1, cents: 500 })
})

test('ignored lines appear in the reconciliation with their amount in suspense', async () => {
  const { statements } = await bring({ lines: [{ cents: 1000 }, { cents: 8900 }, { cents: -50 }] })
  const [open, ignored, debit] = await linesOf(statements[0])
  const read = async () => (await clerk.get(`${base}${statements[0]}/`)).body.reconciliation
  expect(await read()).toMatchObject({ suspense_cents: 9850, ignored: { count: 0, cents: 0 } })
  await act(ignored.id, 'ignore', { reason: 'Irrläufer' })
  await act(debit.id, 'ignore', { reason: 'Irrläufer' })
  expect(await read()).toMatchObject({ suspense_cents: 9850, ignored: { count: 2, cents: 8850 } })
  expect(await suspense()).toBe(9850)
  await act(debit.id, 'undo')
  await act(open.id, 'hold', { reason: 'später' })
  expect(await read()).toMatchObject({ suspense_cents: 9850, ignored: { count: 1, cents: 8900 } })
})
