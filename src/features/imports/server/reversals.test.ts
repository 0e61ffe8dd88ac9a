import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBalanceDifferences, findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { importApp, importHeader } from '#test/import-app.ts'
import { everyList } from '#test/import-undo.ts'
import { costlyRuns, patience } from '#test/runs.ts'

const imports = importApp()
const at = (id: number) => `/api/v4/imports/${id}/`
const reversals = { reversals: true }
const booked = async () =>
  (await imports.everything()).gifts.map(({ amount_cents, received_on }) => [amount_cents, received_on])

const grants = [
  importHeader,
  'Chor;;Noten;1.000,00;2016;',
  'Chor;;Noten;400;2017;',
  'Chor;;Reise;80;2016;',
  'Chor;;Noten;-250,50;2017;',
  'Chor;;Reise;-80;2017;',
]

describe('negative amounts', () => {
  test('are refused, raise one question per file, and are not booked by the answer alone', async () => {
    const id = await imports.uploaded(grants)
    const checked = await imports.act(id, 'check')
    expect(checked).toMatchObject({
      can_run: false,
      negative_question: { rows: 2 },
      options: { reversals: null },
      counts: { refused: 2, refused_by: [{ code: 'amount_negative', rows: 2 }] },
    })
    const no = (await imports.staff.patch(at(id), { reversals: false })).body
    expect(no).toMatchObject({ state: 'checked', negative_question: null, can_run: false })
    const yes = (await imports.staff.patch(at(id), reversals)).body
    expect(yes).toMatchObject({ state: 'uploaded', negative_question: null })
    expect(await imports.act(id, 'check')).toMatchObject({ can_run: true, counts: { refused: 0 } })
  })

  test('reduce the gift that they reverse, and the rest is booked', async () => {
    const id = await imports.uploaded(grants, reversals)
    const checked = await imports.act(id, 'check')
    expect(checked).toMatchObject({
      counts: {
        gifts: { new: 2, known: 0 },
        reversals: { new: 2, known: 0, cents: 33_050 },
        years: [
          { year: 2016, gifts: 1, cents: 100_000 },
          { year: 2017, gifts: 1, cents: 14_950 },
        ],
      },
      confirm: { gifts: 2, cents: 114_950 },
    })
    expect(await imports.act(id, 'run', { gifts: 2, cents: 114_950 })).toMatchObject({ state: 'done' })
    const { projects, gifts } = await imports.everything()
    expect(gifts).toMatchObject([
      { amount_cents: 100_000, note: '' },
      { amount_cents: 14_950, received_on: '2017-12-31', note: 'EUR 400.00 - 250.50' },
    ])
    expect(projects).toMatchObject([
      { title: 'Noten', funded_cents: 114_950, target_cents: 114_950 },
      { title: 'Reise', funded_cents: 0, target_cents: 0 },
    ])
    expect(await findBalanceDifferences(imports.app.db)).toEqual([])
  })

  test("use the gift's rate, so that a full reversal leaves nothing", async () => {
    const rates = { 'CHF 2016': '0.9', 'CHF 2017': '0.95' }
    const lines = [
      'Verein;Projekt;Betrag;Waehrung;Jahr',
      'Chor;Noten;100;CHF;2016',
      'Chor;Noten;-100;CHF;2017',
      'Chor;Reise;200;CHF;2016',
      'Chor;Reise;-50;CHF;2017',
    ]
    const done = await imports.run(lines, { ...reversals, rates })
    expect(done.counts).toMatchObject({
      gifts: { new: 1 },
      currencies: [{ year: 2016, currency: 'CHF', source_cents: 15_000, cents: 13_500, new_cents: 13_500 }],
    })
    expect(await booked()).toEqual([[13_500, '2016-12-31']])
  })

  test('without a matching gift are refused with a reason and create no organization', async () => {
    const lines = [
      importHeader,
      'Chor;;Noten;100;2016;',
      'Chor;;Noten;-101;2016;',
      'Chor;;Reise;-5;2016;',
      'Fremd;;Noten;-5;2016;',
      'Chor;;Noten;-5;2015;',
    ]
    const done = await imports.run(lines, { ...reversals, partial: true })
    expect(done.counts).toMatchObject({
      refused: 4,
      refused_by: [
        { code: 'reversal_without_gift', rows: 3 },
        { code: 'reversal_too_large', rows: 1 },
      ],
      organizations: { new: 1 },
    })
    const { body } = await imports.staff.get(`${at(done.id)}rows/`)
    expect(
      body.results.map(({ line, cells }: { line: number; cells: string[] }) => [line, cells[3]]),
    ).toEqual([
      [3, '-101'],
      [4, '-5'],
      [5, '-5'],
      [6, '-5'],
    ])
    expect(await booked()).toEqual([[10_000, '2016-12-31']])
  })

  test('leave nothing after undo, and can be imported again', async () => {
    const superuser = await imports.app.as('superuser')
    const before = await everyList(imports.app, superuser)
    const first = await imports.run(grants, reversals)
    const undo = await superuser.post(`${at(first.id)}undo/`, {
      reason: 'No',
      confirm_filename: 'file.csv',
    })
    expect(undo.status).toBe(202)
    await imports.work()
    expect(await everyList(imports.app, superuser)).toEqual(before)
    expect((await imports.run(grants, reversals)).counts).toEqual(first.counts)
  })
})

const line = fc
  .record({
    project: fc.constantFrom('P', 'Q'),
    postcode: fc.constantFrom('', '10115'),
    cents: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -4, max: -1 })),
    year: fc.constantFrom(2015, 2016),
  })
  .map(({ project, postcode, cents, year }) => `Chor;${postcode};${project};${cents},00;${year};`)

test(
  'for any file, the booked sum equals its accepted rows, in either order, and a repeat changes nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 9 }), async (lines) => {
        const run = (rows: string[]) => imports.run([importHeader, ...rows], { ...reversals, partial: true })
        const amountOf = (row: string) => Number(row.split(';')[3]!.split(',')[0]) * 100
        const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)
        await imports.reset()
        const first = await run(lines)
        const { body } = await imports.staff.get(`${at(first.id)}rows/`)
        const refused = body.results.map(({ cells }: { cells: string[] }) => cells.join(';'))
        const standing = (await booked()).map(([cents]) => Number(cents))
        expect(sum(standing)).toBe(sum(lines.map(amountOf)) - sum(refused.map(amountOf)))
        expect(await findBalanceDifferences(imports.app.db)).toEqual([])
        expect(await findLedgerDifferences(imports.app.db)).toEqual([])
        if (first.state !== 'done') return
        const again = await run(lines)
        expect(again.counts).toMatchObject({
          gifts: { new: 0 },
          reversals: { new: 0 },
          refused: first.counts.refused,
        })
        expect(again.counts.years.map(({ cents }: { cents: number }) => cents)).toEqual(
          first.counts.years.map(({ cents }: { cents: number }) => cents),
        )
        expect((await run(lines.toReversed())).counts).toMatchObject({ gifts: { new: 0 } })
        await imports.reset()
        expect((await run(lines.toReversed())).counts.years).toEqual(first.counts.years)
      }),
      { numRuns: costlyRuns(1) },
    )
  },
  patience,
)
