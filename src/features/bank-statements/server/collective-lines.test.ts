import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { createPayout } from '#test/payouts.ts'
import { statementCalls } from '#test/statement-calls.ts'
import { camt, camtOfBatches, houseIban, type MadeBatch, notice } from '#test/statements.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

// A payment notice (CAMT.054) lists the payments of collective lines on statements and books nothing.

const app = useApp({ resets: false })
let clerk: Client
async function begin() {
  await app.reset()
  clerk = await app.as('superuser')
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
}
beforeEach(begin)
const { upload, linesOf, act, checked, suspense } = statementCalls(() => ({ app, clerk }))

const payments = [
  { cents: 4_000, name: 'Renate Albers', text: 'Nistkästen', iban: 'DE02120300000000202051' },
  { cents: 2_500, name: 'Jörg Groß', text: 'Igelhaus' },
]
const batch: MadeBatch = { cents: 6_500, bankReference: 'B-77', payments }
const { payments: _, ...together } = batch
const detail = async (id: number) => (await clerk.get(`/api/v4/bank-transactions/${id}/`)).body

async function givenLine(...batches: MadeBatch[]) {
  const { statements } = (await upload(camtOfBatches(batches))).body
  return (await linesOf(statements[0])) as { id: number; amount_cents: number; text: string }[]
}

test('a collective line gets its payments, stays one line, and is split like any other', async () => {
  const [line] = await givenLine(together)
  expect((await detail(line!.id)).payments).toEqual([])
  const before = await suspense()
  const answer = await upload(notice([batch]))
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { state: 'done', statements: [], lines: 0, lines_resolved: 1, lines_unresolved: 0 },
  ])
  expect(await suspense()).toBe(before)
  const told = await detail(line!.id)
  expect(told.payments).toEqual([
    {
      amount_cents: 4_000,
      name: 'Renate Albers',
      text: 'Nistkästen',
      iban: 'DE•• •••• •••• 2051',
      reference: '',
    },
    { amount_cents: 2_500, name: 'Jörg Groß', text: 'Igelhaus', iban: '', reference: '' },
  ])
  expect(told.draft).toMatchObject([
    { target_type: 'project', target_slug: '', amount_cents: 4_000 },
    { target_type: 'project', target_slug: '', amount_cents: 2_500 },
  ])
  const parts = await Promise.all(
    ['Nistkästen', 'Igelhaus'].map(async (title, at) => ({
      target_type: 'project',
      target_slug: (await createProject(app.db, { title, needs: [100_000] })).slug,
      amount_cents: payments[at]!.cents,
    })),
  )
  expect((await act(line!.id, 'match', { parts })).body).toMatchObject({ state: 'matched', parts })
  expect((await detail(line!.id)).draft).toEqual([])
  await checked()
})

test('payments of a collective debit prefill a split with the payouts they name', async () => {
  const payouts = await Promise.all(
    [45_000, 30_000].map((amount_cents) => createPayout(app.db, { amount_cents })),
  )
  const paid = payouts.map(({ number, amount_cents }) => ({
    cents: -amount_cents,
    text: number,
    name: 'Verein',
  }))
  const [line] = await givenLine({ cents: -75_000, paymentId: 'LAUF-7' })
  expect((await upload(notice([{ cents: -75_000, paymentId: 'LAUF-7', payments: paid }]))).status).toBe(201)
  expect((await detail(line!.id)).draft).toMatchObject(
    payouts.map(({ slug, amount_cents }) => ({ target_type: 'payout', target_slug: slug, amount_cents })),
  )
})

describe('finding the line', () => {
  test.each<[string, Partial<MadeBatch>, Partial<MadeBatch>]>([
    ['by the reference of the bank', { bankReference: 'B-77' }, { bankReference: 'B-77' }],
    ['by the id of the payment', { paymentId: 'P-9' }, { paymentId: 'P-9' }],
    [
      'by the id of the payment beside another reference',
      { bankReference: 'B-1', paymentId: 'P-9' },
      { bankReference: 'B-2', paymentId: 'P-9' },
    ],
  ])('%s', async (_, onStatement, inNotice) => {
    const [line] = await givenLine({ cents: 6_500, ...onStatement })
    const answer = await upload(notice([{ cents: 6_500, payments, ...inNotice }]))
    expect(answer.body).toMatchObject({ lines_resolved: 1 })
    expect((await detail(line!.id)).payments).toHaveLength(2)
  })

  test('finds the referenced one of two lines with the same sum and day', async () => {
    const [first, second] = await givenLine(
      { cents: 6_500, bankReference: 'B-76' },
      { cents: 6_500, bankReference: 'B-77' },
    )
    await upload(notice([batch]))
    expect((await detail(first!.id)).payments).toEqual([])
    expect((await detail(second!.id)).payments).toHaveLength(2)
  })
})

test.each<[string, MadeBatch[], MadeBatch]>([
  ['another reference', [{ ...together, bankReference: 'B-78' }], batch],
  ['another sum', [{ ...together, cents: 6_501 }], batch],
  ['another day', [{ ...together, day: '2026-11-19' }], batch],
  ['payments that do not sum to it', [together], { ...batch, cents: 6_600 }],
  ['no reference at all', [{ cents: 6_500 }], { cents: 6_500, payments }],
  ['one payment', [{ ...together, cents: 4_000 }], { ...batch, cents: 4_000, payments: [payments[0]!] }],
])('a notice with %s matches no line, is refused as CAMT.054 and changes nothing', async (_, lines, told) => {
  await givenLine(...lines)
  const before = await databaseChecksums(app.db)
  const answer = await upload(notice([told]))
  expect([answer.status, answer.body.file]).toEqual([400, [expect.stringContaining('CAMT.054')]])
  expect(await databaseChecksums(app.db)).toEqual(before)
})

test('repeating a notice changes nothing, and one with unknown entries reports them', async () => {
  const [line] = await givenLine(together)
  await upload(notice([batch]))
  const again = await upload(notice([batch, { ...batch, bankReference: 'B-99' }]))
  expect([again.status, again.body]).toMatchObject([201, { lines_resolved: 0, lines_unresolved: 1 }])
  expect((await detail(line!.id)).payments).toHaveLength(2)
})

test('a notice of another account is refused; one before its statement asks to import the statement first', async () => {
  await givenLine(together)
  expect((await upload(notice([batch], 'DE02120300000000202051'))).status).toBe(400)
  await begin()
  expect((await upload(notice([batch]))).body.file[0]).toContain(
    'Import the statement (CAMT.053) of that day first',
  )
})

test('payments do not replace a split that a person began', async () => {
  const [line] = await givenLine(together)
  const parts = [{ target_type: 'project', target_slug: '', title: '', amount_cents: 100 }]
  await clerk.call('PUT', `/api/v4/bank-transactions/${line!.id}/draft/`, { body: { parts } })
  await upload(notice([batch]))
  expect((await detail(line!.id)).draft).toEqual(parts)
})

test('a statement that lists its payments itself has no collective line', async () => {
  const lines = await givenLine(batch)
  expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([4_000, 2_500])
  expect((await upload(notice([batch]))).status).toBe(400)
  expect((await upload(camt([{ lines: [] }]))).status).toBe(201)
})
