import { describe, expect, test } from 'vitest'
import { importApp, importHeader } from '#test/import-app.ts'
import { workOnFile } from './import-file.ts'

const imports = importApp()

/** €250,000.00 in two years: above the limit of €100,000.00. */
const large = [
  importHeader,
  'Chor;;Noten;100000,00;2016;',
  'Chor;;Noten;100000,00;2017;',
  'TSV;;Tore;50000,00;2017;',
]
const expected = { gifts: 3, cents: 25_000_000, taken_cents: 0 }

async function checked(lines: string[], options?: Record<string, unknown>) {
  const id = await imports.uploaded(lines, options)
  await imports.act(id, 'check')
  return id
}
const run = (id: number, body?: object) => imports.staff.post(`/api/v4/imports/${id}/run/`, body)
const look = async (id: number) => (await imports.staff.get(`/api/v4/imports/${id}/`)).body
const nothing = { organizations: [], projects: [], gifts: [] }

describe('at or above the limit', () => {
  test('a check shows the bookings and requires typing their sum', async () => {
    const id = await checked(large)
    expect((await look(id)).confirm).toEqual({
      ...expected,
      this_year_cents: 0,
      taken_this_year_cents: 0,
      is_typed: true,
      from_cents: 10_000_000,
    })
    await imports.app.db.updateTable('platform_features').set({ import_confirm_cents: 25_000_001 }).execute()
    expect((await look(id)).confirm).toMatchObject({ is_typed: false, from_cents: 25_000_001 })
  })

  test('a run without count and sum, or with wrong ones, is refused and shows what it would book', async () => {
    const id = await checked(large)
    const bare = await run(id)
    expect([bare.status, bare.body.code, bare.body.current]).toEqual([409, 'import_not_confirmed', expected])
    const other = await run(id, { expected: { ...expected, cents: expected.cents + 1 } })
    expect([other.status, other.body.code]).toEqual([409, 'import_not_as_confirmed'])
    const invalid = await run(id, { expected: { gifts: 3, cents: 25_000_000.5 } })
    expect(invalid.status).toBe(400)
    expect(await look(id)).toMatchObject({ state: 'checked' })
    expect((await run(id, { expected })).status).toBe(202)
    await imports.work()
    expect(await look(id)).toMatchObject({ state: 'done', counts: { gifts: { new: 3 } } })
  })

  test('an unchecked run books nothing without count and sum', async () => {
    const id = await imports.uploaded(large)
    expect((await run(id)).status).toBe(202)
    await imports.work()
    expect(await look(id)).toMatchObject({ state: 'failed', failure: { code: 'not_confirmed' } })
    expect(await imports.everything()).toEqual(nothing)
  })

  test("nothing is booked after a change of the file's columns or of known records", async () => {
    const id = await checked(large)
    expect((await imports.staff.patch(`/api/v4/imports/${id}/`, { amount_in_cents: true })).status).toBe(200)
    expect((await run(id, { expected })).status).toBe(202)
    await imports.work()
    expect(await look(id)).toMatchObject({ state: 'failed', failure: { code: 'not_as_confirmed' } })
    expect(await imports.everything()).toEqual(nothing)

    const second = await checked(large)
    await imports.run(large.slice(0, 2), {}, { gifts: 1, cents: 10_000_000 })
    expect((await run(second, { expected })).status).toBe(202)
    await imports.work()
    expect(await look(second)).toMatchObject({ state: 'failed', failure: { code: 'not_as_confirmed' } })
    expect((await imports.everything()).gifts).toHaveLength(1)
  })

  test('the same applies on the command line', async () => {
    const id = await imports.uploaded(large)
    const { app } = imports
    const { file_key } = await app.db
      .selectFrom('imports')
      .select('file_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const path = await app.services.files.localPath(file_key!)
    const place = { db: app.db, now: () => app.clock.now, timeZone: 'Europe/Berlin' }
    const work = (confirmed?: { gifts: number; cents: number }) =>
      workOnFile(place, { id, path, state: 'running', expected: confirmed }, new AbortController().signal)
    expect((await work()).failure).toEqual({ code: 'not_confirmed' })
    expect((await work({ gifts: 2, cents: 25_000_000 })).failure).toEqual({ code: 'not_as_confirmed' })
    expect(await imports.everything()).toEqual(nothing)
    expect((await work(expected)).state).toBe('done')
  })
})

test('a check shows sums per year and currency, equal rows, and similar names', async () => {
  const lines = [
    `${importHeader};Währung`,
    'Chor Süd e. V.;;Noten;100;2016;;CHF',
    'Chor Süd e. V.;;Noten;100;2016;;CHF',
    'Chor-Süd (eV);;Noten;50;2016;;EUR',
    'Chor Nord gGmbH;;Noten;10;2017;;EUR',
  ]
  const id = await checked(lines, { rates: { CHF: '0.9' } })
  expect((await look(id)).counts).toMatchObject({
    currencies: [
      { year: 2016, currency: 'CHF', gifts: 2, source_cents: 20_000, cents: 18_000, new_cents: 18_000 },
      { year: 2016, currency: 'EUR', gifts: 1, source_cents: 5_000, cents: 5_000, new_cents: 5_000 },
      { year: 2017, currency: 'EUR', gifts: 1, source_cents: 1_000, cents: 1_000, new_cents: 1_000 },
    ],
    equal_rows: 1,
    alike: { pairs: 1, first: [['Chor-Süd (eV)', 'Chor Süd e. V.']] },
  })
})

test('gifts in a closed month are refused with a text, and nothing is booked', async () => {
  await imports.app.db
    .insertInto('closed_months')
    .values({ month: '2016-12-01', reason: 'Audited', closed_at: new Date('2026-01-01') })
    .execute()
  const done = await imports.run(large, {}, expected)
  expect(done).toMatchObject({ state: 'failed', failure: { code: 'month_closed' } })
  expect(await imports.everything()).toEqual(nothing)
})
