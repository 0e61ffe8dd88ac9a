import { expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

const imports = importApp()
const lines = [
  'Verein;Projekt;FoerderbeitragCHF;Datum',
  'A;P;0,05;31.05.2015',
  'A;P;0,05;31.05.2015',
  'A;P;100,00;1.6.2015',
  'B;Q;10;1.6.2016',
  // Its missing organization can still be repaired.
  ';Q;1000;1.6.2016',
]
const sums = async (id: number, query: string) =>
  (await imports.staff.get(`/api/v4/imports/${id}/sums/?${query}`)).body

test('sums by year and day show the conversion, each gift rounded separately, before and after rates are saved', async () => {
  const id = await imports.uploaded(lines)
  expect(await sums(id, 'currency=CHF')).toMatchObject({
    is_sample: true,
    gifts: 5,
    source_cents: 111_010,
    cents: null,
  })
  expect(await sums(id, 'currency=CHF&rates=:0.9')).toMatchObject({ is_sample: true, cents: 99_910 })
  await imports.act(id, 'check')
  // 5 cents at 0.9 are 4.5, rounded to 5: two of them are 10, not 9.
  const asked = `currency=CHF&rates=${encodeURIComponent('2015:0.9;2015-06-01:0,95')}`
  expect(await sums(id, asked)).toEqual({
    is_sample: false,
    gifts: 5,
    source_cents: 111_010,
    cents: null,
    years: [
      { year: 2015, gifts: 3, source_cents: 10_010, cents: 9_510 },
      { year: 2016, gifts: 2, source_cents: 101_000, cents: null },
    ],
    days: [
      { day: '2015-05-31', gifts: 2, source_cents: 10, cents: 10 },
      { day: '2015-06-01', gifts: 1, source_cents: 10_000, cents: 9_500 },
      { day: '2016-06-01', gifts: 2, source_cents: 101_000, cents: null },
    ],
    more_days: 0,
  })
  const rates = { 'CHF 2015': '0.9', 'CHF 2015-06-01': '0,95', 'CHF 2016': '0.91' }
  await imports.staff.patch(`/api/v4/imports/${id}/`, { rates, partial: true })
  const { counts } = await imports.act(id, 'check')
  expect(counts).toMatchObject({ refused: 1, years: [{ cents: 9_510 }, { cents: 910 }] })
  const all = `currency=CHF&rates=${encodeURIComponent('2015:0.9;2015-06-01:0,95;2016:0.91')}`
  expect(await sums(id, all)).toMatchObject({ gifts: 5, cents: 101_420 })
  expect(await imports.act(id, 'run', { gifts: 4, cents: 10_420 })).toMatchObject({ state: 'done' })
  const { gifts } = await imports.everything()
  expect(gifts.map(({ note }) => note).toSorted()).toEqual([
    'CHF 0.05 × 0.9',
    'CHF 0.05 × 0.9',
    'CHF 10.00 × 0.91',
    'CHF 100.00 × 0,95',
  ])
})

test('amounts without a currency are included, and a gift of a year counts on its last day', async () => {
  const silent = ['Verein;Projekt;Betrag;Jahr', 'A;P;5;2015', 'A;P;7;2016']
  const { id } = (await imports.upload(silent.join('\n'))).body
  await imports.act(id, 'check')
  expect(await sums(id, 'currency=CHF&rates=2015-12-31:2')).toMatchObject({
    years: [{ cents: 1_000 }, { cents: null, source_cents: 700 }],
  })
  await imports.staff.patch(`/api/v4/imports/${id}/`, {
    currency: 'CHF',
    rates: { CHF: '1', 'CHF 2015-12-31': '2' },
  })
  expect((await imports.act(id, 'check')).counts.years).toMatchObject([{ cents: 1_000 }, { cents: 700 }])
})

test('an invalid rate is rejected', async () => {
  const id = await imports.uploaded(lines)
  for (const rates of ['2015:x', '15:0.9', '2015:0', '2015'])
    expect((await imports.staff.get(`/api/v4/imports/${id}/sums/?currency=CHF&rates=${rates}`)).status).toBe(
      400,
    )
  expect((await imports.staff.get(`/api/v4/imports/${id}/sums/?currency=chf`)).status).toBe(400)
})
