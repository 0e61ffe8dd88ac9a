import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findBalanceDifferences,
  findFundingDifferences,
  findLedgerDifferences,
} from '#features/ledger/server/checks.ts'
import { importApp, importHeader } from '#test/import-app.ts'
import { everyList } from '#test/import-undo.ts'
import { costlyRuns, patience } from '#test/runs.ts'

const imports = importApp()
const at = (id: number) => `/api/v4/imports/${id}/`
const reversals = { reversals: true }
const refundHeader = 'Verein;PLZ;Projekt;Betrag in Euro;Jahr'

const grants = [
  importHeader,
  'Chor;;Noten;1.000,00;2016;Senat',
  'Chor;;Noten;70;2016;',
  'Chor;;Reise;400;2017;',
]

/** Standing gifts: amount, day, note. */
const standing = async () => {
  const { rows } = await imports.app.database.pool.query(`
    select amount_cents, received_on, note, slug from fundings where undone_on is null order by received_on, amount_cents, slug`)
  return rows as { amount_cents: number; received_on: string; note: string; slug: string }[]
}
const amounts = async () => (await standing()).map(({ amount_cents }) => amount_cents)
const superuser = () => imports.app.as('superuser')
/** Every list without values that each booking assigns anew: numbers, and thus the order among equals. */
const lists = async () => bookedAlike(await everyList(imports.app, await superuser()))
function bookedAlike(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(bookedAlike(one)))
    return texts.toSorted()
  }
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && /^p-[0-9a-f]{24}$/.test(value) ? 'a payout' : value
  const kept = Object.entries(value).filter(([key]) => !['id', 'number', 'transaction'].includes(key))
  return Object.fromEntries(kept.map(([key, one]) => [key, bookedAlike(one)]))
}
async function undo(id: number) {
  const asked = await (
    await superuser()
  ).post(`${at(id)}undo/`, { reason: 'No', confirm_filename: 'file.csv' })
  if (asked.status === 202) await imports.work()
  return asked
}

describe('negative amounts against a gift of an earlier import', () => {
  test('reduce it, which the check shows before anything is booked', async () => {
    const first = await imports.run(grants)
    const before = await standing()
    const id = await imports.uploaded(
      [refundHeader, 'Chor;;Noten;-300;2018', 'Chor;;Reise;-400;2018'],
      reversals,
    )
    const checked = await imports.act(id, 'check')
    const from = { id: first.id, filename: 'file.csv' }
    expect(checked).toMatchObject({
      can_run: true,
      counts: {
        refused: 0,
        gifts: { new: 0, known: 0 },
        reversals: { new: 2, known: 0, cents: 0 },
        taken_back: {
          gifts: 2,
          cents: 70_000,
          first: [
            {
              line: 2,
              project: { slug: 'noten', title: 'Noten' },
              received_on: '2016-12-31',
              cents: 100_000,
              left_cents: 70_000,
              import: from,
            },
            { line: 3, project: { slug: 'reise' }, cents: 40_000, left_cents: 0, import: from },
          ],
        },
      },
      confirm: { gifts: 0, cents: 0, taken_cents: 70_000, is_typed: false },
    })
    expect(await standing()).toEqual(before)
    const done = await imports.act(id, 'run', { gifts: 0, cents: 0, taken_cents: 70_000 })
    expect(done).toMatchObject({ state: 'done', counts: { taken_back: { gifts: 2, cents: 70_000 } } })
    const [other, whole] = before
    expect(await standing()).toEqual([
      other,
      { ...whole, amount_cents: 70_000, note: 'Senat; EUR 1000.00 - 300.00' },
    ])
    const { projects } = await imports.everything()
    expect(projects.map(({ title, funded_cents }) => [title, funded_cents])).toEqual([
      ['Noten', 77_000],
      ['Reise', 0],
    ])
    const { checks, differences } = await everyList(imports.app, await superuser())
    expect((checks as [string, unknown[]][]).filter(([, rows]) => rows.length > 0)).toEqual([])
    expect(differences).toEqual([[], []])
  })

  test('are recognized later, like the gift: neither file is imported twice', async () => {
    await imports.run(grants)
    const refunds = [refundHeader, 'Chor;;Noten;-300;2018', 'Chor;;Reise;-400;2018']
    await imports.run(refunds, reversals)
    const was = await standing()
    expect((await imports.run(refunds, reversals)).counts).toMatchObject({
      reversals: { new: 0, known: 2 },
      taken_back: { gifts: 0 },
    })
    expect((await imports.run(grants)).counts.gifts).toEqual({ new: 0, known: 3 })
    expect(await standing()).toEqual(was)
  })

  test('reduce it when they are added to the file of that import', async () => {
    await imports.run(grants)
    const done = await imports.run([...grants, 'Chor;;Noten;-1.000,00;2016;'], reversals)
    expect(done.counts).toMatchObject({ gifts: { new: 0 }, taken_back: { gifts: 1, cents: 100_000 } })
    expect(await amounts()).toEqual([7_000, 40_000])
  })

  test('are refused when several gifts, none or a changed one match', async () => {
    const paid = [...grants, 'Chor;;Neu;50;2026;']
    await imports.run([...paid, 'Chor;;Reise;400;2016;'])
    await imports.app.db
      .updateTable('fundings')
      .set({ state: 'settled' })
      .where('amount_cents', '=', 5_000)
      .execute()
    const done = await imports.run(
      [
        refundHeader,
        'Chor;;Reise;-400;2018',
        'Chor;;Noten;-1001;2018',
        'Chor;;Neu;-50;2026',
        'Fremd;;Noten;-5;2018',
        'Chor;;Noten;-1000;2015',
      ],
      { ...reversals, partial: true },
    )
    const { body } = await imports.staff.get(`${at(done.id)}rows/`)
    expect(
      body.results.map((row: { line: number; refused: { code: string }[] }) => [
        row.line,
        row.refused[0]!.code,
      ]),
    ).toEqual([
      [2, 'reversal_of_several'],
      [3, 'reversal_too_large'],
      [4, 'reversal_of_booked'],
      [5, 'reversal_without_gift'],
      [6, 'reversal_without_gift'],
    ])
    expect(await amounts()).toHaveLength(5)
  })

  test('are refused when the gift’s month is closed, even between check and run', async () => {
    await imports.run(grants)
    const refund = [refundHeader, 'Chor;;Noten;-300;2018']
    const id = await imports.uploaded(refund, reversals)
    await imports.act(id, 'check')
    await imports.app.db
      .insertInto('closed_months')
      .values({ month: '2016-12-01', reason: 'Audited', closed_at: new Date('2026-01-01') })
      .execute()
    const failed = await imports.act(id, 'run', { gifts: 0, cents: 0, taken_cents: 30_000 })
    expect(failed.state).toBe('failed')
    expect(await amounts()).toEqual([7_000, 100_000, 40_000])
    const again = await imports.act(await imports.uploaded(refund, reversals), 'check')
    expect(again.counts.refused_by).toMatchObject([{ code: 'reversal_of_booked', rows: 1 }])
  })

  test("use the gift's currency and its own rate", async () => {
    const header = 'Verein;Projekt;Betrag;Waehrung;Jahr'
    await imports.run([header, 'Chor;Noten;150;CHF;2016'], { rates: { CHF: '0.9' } })
    const wrong = await imports.act(
      await imports.uploaded([header, 'Chor;Noten;-50;EUR;2017'], reversals),
      'check',
    )
    expect(wrong.counts.refused_by).toMatchObject([{ code: 'reversal_without_gift' }])
    const rates = { CHF: '0.5' }
    await imports.run([header, 'Chor;Noten;-50;CHF;2017'], { ...reversals, rates })
    expect(await amounts()).toEqual([9_000])
    await imports.run([header, 'Chor;Noten;-100;CHF;2018'], { ...reversals, rates })
    expect(await amounts()).toEqual([])
  })

  test('above the limit require typing the sum, like bookings', async () => {
    await imports.run([importHeader, 'Chor;;Noten;250000,00;2016;'], {}, { gifts: 1, cents: 25_000_000 })
    const id = await imports.uploaded([refundHeader, 'Chor;;Noten;-200000;2018'], reversals)
    expect((await imports.act(id, 'check')).confirm).toMatchObject({
      is_typed: true,
      taken_cents: 20_000_000,
    })
    const bare = await imports.staff.post(`${at(id)}run/`)
    expect([bare.status, bare.body.code]).toEqual([409, 'import_not_confirmed'])
    const other = await imports.staff.post(`${at(id)}run/`, { expected: { gifts: 0, cents: 0 } })
    expect([other.status, other.body.code]).toEqual([409, 'import_not_as_confirmed'])
    expect(await imports.act(id, 'run', { gifts: 0, cents: 0, taken_cents: 20_000_000 })).toMatchObject({
      state: 'done',
    })
  })
})

describe('undoing', () => {
  test('restores the reduced gift, and the earlier import cannot be undone before', async () => {
    const first = await imports.run(grants)
    const before = await lists()
    const gifts = await standing()
    const second = await imports.run(
      [refundHeader, 'Chor;;Noten;-300;2018', 'Chor;;Reise;-400;2018'],
      reversals,
    )
    const third = await imports.run([refundHeader, 'Chor;;Noten;-200;2018'], reversals)
    expect(await amounts()).toEqual([7_000, 50_000])
    for (const { id } of [first, second])
      expect((await undo(id)).body).toMatchObject({ code: 'import_depends' })
    expect((await (await superuser()).get(`${at(third.id)}undo/`)).body).toMatchObject({
      can_undo: true,
      gifts: 0,
      restored: { gifts: 1, cents: 20_000 },
    })
    expect((await undo(third.id)).status).toBe(202)
    expect(await amounts()).toEqual([7_000, 70_000])
    expect((await undo(second.id)).status).toBe(202)
    expect(await standing()).toEqual(gifts)
    expect(await lists()).toEqual(before)
    expect((await undo(first.id)).status).toBe(202)
    expect(await amounts()).toEqual([])
    expect((await imports.run(grants)).counts.gifts).toEqual({ new: 3, known: 0 })
  })

  test('is blocked while the reduced gift is used otherwise', async () => {
    await imports.run([importHeader, 'Chor;;Noten;500;2026;'])
    const second = await imports.run([refundHeader, 'Chor;;Noten;-300;2026'], reversals)
    await imports.app.db
      .updateTable('fundings')
      .set({ state: 'settled' })
      .where('undone_on', 'is', null)
      .execute()
    expect((await (await superuser()).get(`${at(second.id)}undo/`)).body).toMatchObject({
      can_undo: false,
      depends: [{ kind: 'payouts', count: 1 }],
    })
  })
})

const giftLine = fc.record({
  project: fc.constantFrom('P', 'Q'),
  cents: fc.integer({ min: 1, max: 6 }),
  year: fc.constantFrom(2015, 2016, 2026),
})
type GiftLine = { project: string; cents: number; year: number }
const lineOf = (sign: '' | '-') => (rows: GiftLine[]) =>
  rows.map(({ project, cents, year }) => `Chor;;${project};${sign}${cents},00;${year};`)
const giftsFile = fc.array(giftLine, { minLength: 1, maxLength: 5 }).map(lineOf(''))
const laterFile = fc
  .tuple(
    fc.array(giftLine, { minLength: 1, maxLength: 4 }).map(lineOf('-')),
    fc.array(giftLine, { maxLength: 2 }).map(lineOf('')),
  )
  .map((lines) => lines.flat())
const centsOf = (lines: string[]) =>
  lines.reduce((sum, line) => sum + Number(line.split(';')[3]!.split(',')[0]) * 100, 0)

test(
  'over two random files sums agree, repeating changes nothing, and undoing both restores everything',
  async () => {
    await fc.assert(
      fc.asyncProperty(giftsFile, laterFile, async (gifts, later) => {
        await imports.reset()
        const run = (lines: string[]) =>
          imports.run([importHeader, ...lines], { ...reversals, partial: true })
        const differences = async () => [
          await findLedgerDifferences(imports.app.db),
          await findBalanceDifferences(imports.app.db),
          await findFundingDifferences(imports.app.db),
        ]
        const first = await run(gifts)
        const afterFirst = await standing()
        const second = await run(later)
        if (second.state !== 'done') {
          expect(await standing()).toEqual(afterFirst)
          return
        }
        const { body } = await imports.staff.get(`${at(second.id)}rows/`)
        const refused = body.results.map((row: { cells: string[] }) => row.cells.join(';'))
        const afterSecond = await standing()
        if (second.counts.gifts.known === 0)
          expect(afterSecond.reduce((sum, gift) => sum + gift.amount_cents, 0)).toBe(
            centsOf(gifts) + centsOf(later) - centsOf(refused),
          )
        expect(await differences()).toEqual([[], [], []])
        const again = await run(later)
        expect(again.counts).toMatchObject({
          refused: refused.length,
          gifts: { new: 0 },
          reversals: { new: 0 },
          taken_back: { gifts: 0 },
        })
        expect((await run(gifts)).counts.gifts.new).toBe(0)
        expect(await standing()).toEqual(afterSecond)
        if (second.counts.taken_back.gifts > 0)
          expect((await undo(first.id)).body.code).toBe('import_depends')
        expect((await undo(second.id)).status).toBe(202)
        expect(await standing()).toEqual(afterFirst)
        expect((await undo(first.id)).status).toBe(202)
        expect(await standing()).toEqual([])
        expect(await differences()).toEqual([[], [], []])
      }),
      { numRuns: costlyRuns(2) },
    )
  },
  patience,
)
