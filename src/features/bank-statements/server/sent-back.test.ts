import { expect, test } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given), ['create_bank_statements', 'change_bank_statements'])
const { base, bring, linesOf, act, suspense, refused, checked } = statementCalls(() => ({ app, clerk }))

const sender = { name: 'Erika Muster', iban: 'DE02120300000000202051' }
type Line = { id: number }
const sendingBack = (amount_cents: number, ...lines: Line[]) => ({
  parts: lines.map(({ id }) => ({ target_type: 'bank_line', target_slug: String(id), amount_cents })),
})

/** Creates an ignored credit in suspense, and a later statement with the given debits. */
async function stray(...out: { cents: number; name?: string; iban?: string }[]) {
  const { statements } = await bring({ lines: [{ cents: 8900, ...sender, text: 'Irrläufer' }], number: '1' })
  const [credit] = await linesOf(statements[0])
  await act(credit.id, 'ignore', { reason: 'Unknown, sent back' })
  const later = await bring({ lines: out, opening: 8900, number: '2', day: '2026-11-20' })
  return { credit, debits: await linesOf(later.statements[0]), statement: later.statements[0] }
}
const read = async (id: number) => (await clerk.get(`/api/v4/bank-transactions/${id}/`)).body
const reconciled = async (statement: number) => (await clerk.get(`${base}${statement}/`)).body.reconciliation

test('money sent back is suggested for its debit, and after the match neither line has money in suspense', async () => {
  const { credit, debits, statement } = await stray({ cents: -8900, ...sender })
  const [debit] = debits
  expect(await reconciled(statement)).toMatchObject({ ignored: { count: 1, cents: 8900 }, suspense_cents: 0 })
  expect((await read(debit.id)).suggestions[0]).toMatchObject({
    target_type: 'bank_line',
    target_slug: String(credit.id),
    title: 'Erika Muster',
    detail: 'Unknown, sent back',
    score: 78,
  })
  expect((await act(debit.id, 'match', sendingBack(8900, credit))).status).toBe(200)
  expect(await read(debit.id)).toMatchObject({
    state: 'matched',
    parts: [{ target_type: 'bank_line', target_slug: String(credit.id), title: 'Erika Muster' }],
  })
  expect(await read(credit.id)).toMatchObject({
    state: 'matched',
    reason: 'Unknown, sent back',
    parts: [{ target_type: 'bank_line', target_slug: String(debit.id), amount_cents: 8900 }],
  })
  expect(await suspense()).toBe(0)
  expect(await reconciled(statement)).toMatchObject({ ignored: { count: 0, cents: 0 }, unexplained_cents: 0 })
  expect((await reconciled(statement)).causes).toEqual([])
  await checked()
})

test('undo reopens the debit and keeps the credit ignored with its reason; the credit cannot be undone alone', async () => {
  const { credit, debits, statement } = await stray({ cents: -8900, ...sender })
  const [debit] = debits
  await act(debit.id, 'match', sendingBack(8900, credit))
  expect((await refused(credit.id, 'undo', {})).body).toMatchObject({
    code: 'line_moved_on',
    blocking: [{ slug: String(debit.id) }],
  })
  expect((await act(debit.id, 'undo')).status).toBe(200)
  expect(await read(debit.id)).toMatchObject({ state: 'open', parts: [] })
  expect(await read(credit.id)).toMatchObject({ state: 'ignored', reason: 'Unknown, sent back', parts: [] })
  expect(await reconciled(statement)).toMatchObject({
    ignored: { count: 1, cents: 8900 },
    unexplained_cents: 0,
    causes: [],
  })
  await checked()
  expect((await act(debit.id, 'match', sendingBack(8900, credit))).status).toBe(200)
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test('an unsuitable line is rejected at its part and nothing changes', async () => {
  const { credit, debits } = await stray(
    { cents: -8900 },
    { cents: -8900, name: 'B' },
    { cents: -5000 },
    { cents: 8900 },
  )
  const [debit, second, smaller, income] = debits
  for (const [line, cents] of [
    [smaller, 5000],
    [income, 8900],
  ] as const)
    expect((await refused(line.id, 'match', sendingBack(cents, credit))).status).toBe(400)
  expect((await refused(debit.id, 'match', sendingBack(8900, second))).status).toBe(400)
  expect((await refused(debit.id, 'match', sendingBack(8900, { id: 999_999 }))).status).toBe(400)
  const unknown = { parts: [{ target_type: 'bank_line', target_slug: 'x', amount_cents: 8900 }] }
  expect((await refused(debit.id, 'match', unknown)).status).toBe(400)
  expect((await refused(smaller.id, 'match', sendingBack(5000, credit))).body).toMatchObject({
    'parts.0': [
      'Only an ignored line of this account with the same amount in the other direction can be sent back',
    ],
  })
  await act(debit.id, 'match', sendingBack(8900, credit))
  expect((await refused(second.id, 'match', sendingBack(8900, credit))).status).toBe(400)
  expect((await read(second.id)).suggestions).toEqual([])
})

test('one debit can send back several ignored lines', async () => {
  const { statements } = await bring({ lines: [{ cents: 100 }, { cents: 100, text: 'again' }], number: '1' })
  const credits = await linesOf(statements[0])
  for (const { id } of credits) await act(id, 'ignore', { reason: 'x' })
  const later = await bring({ lines: [{ cents: -200 }], opening: 200, number: '2', day: '2026-11-20' })
  const [debit] = await linesOf(later.statements[0])
  expect((await act(debit.id, 'match', sendingBack(100, ...credits))).status).toBe(200)
  expect(await suspense()).toBe(0)
  expect((await act(debit.id, 'undo')).status).toBe(200)
  expect((await linesOf(statements[0])).map((line: { state: string }) => line.state)).toEqual([
    'ignored',
    'ignored',
  ])
  await checked()
})

test('finds ignored lines of the account in the other direction, not larger, equal sums first', async () => {
  const credits = [
    { cents: 100, name: 'Anna Older', day: '2026-11-01' },
    { cents: 8900, name: 'Bernd Same', text: 'Irrläufer 7', day: '2026-11-02' },
    { cents: 200, name: 'Carla Newer', day: '2026-11-03' },
    { cents: 9000, name: 'Too Large' },
    { cents: -50, name: 'Went Out' },
    { cents: 300, name: 'Not Ignored' },
  ]
  const { statements } = await bring({ lines: credits, number: '1' })
  for (const { id, name } of await linesOf(statements[0]))
    if (name !== 'Not Ignored') await act(id, 'ignore', { reason: `${name}, wrong` })
  const later = await bring({ lines: [{ cents: -8900 }, { cents: 60 }], opening: 18_450, number: '2' })
  const [debit, income] = await linesOf(later.statements[0])
  const ignored = async (id: number, query = '') =>
    (await clerk.get(`/api/v4/bank-transactions/${id}/ignored/${query}`)).body
  const titles = ({ results }: { results: { title: string }[] }) => results.map(({ title }) => title)
  expect((await ignored(debit.id)).results).toEqual([
    expect.objectContaining({ title: 'Bernd Same', amount_cents: 8900, reason: 'Bernd Same, wrong' }),
    expect.objectContaining({ title: 'Carla Newer', amount_cents: 200, booked_on: '2026-11-03' }),
    expect.objectContaining({ title: 'Anna Older' }),
  ])
  expect(titles(await ignored(income.id))).toEqual(['Went Out'])
  expect(titles(await ignored(debit.id, '?search=irrl%C3%A4ufer%20bernd'))).toEqual(['Bernd Same'])
  expect(await ignored(debit.id, '?search=nobody')).toMatchObject({ count: 0, results: [] })
  expect(await ignored(debit.id)).toMatchObject({ count: 3, total_pages: 1 })
  expect(await ignored(debit.id, '?page=2')).toMatchObject({ code: 'page_past_end' })
  expect((await clerk.get('/api/v4/bank-transactions/999999/ignored/')).status).toBe(404)
  // Returned lines are not offered again.
  await act(debit.id, 'match', sendingBack(8900, { id: (await ignored(debit.id)).results[0].id }))
  expect(titles(await ignored(debit.id))).toEqual(['Carla Newer', 'Anna Older'])
})
