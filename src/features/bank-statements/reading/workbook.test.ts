import { assert, array, asyncProperty, date, integer, record, string, constantFrom } from 'fast-check'
import { type CellValue, writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { endsIn, houseIban, linesIn, partsOf, refusalOf as refused } from '#test/statements.ts'

// Statements as workbooks, from a bank or from somebody who saved a bank's CSV; days and numbers are typed cells.

const refusalOf = async (content: Uint8Array) => (await refused(content)).slice(0, 2)

const headings = ['Buchungstag', 'Valuta', 'Name', 'IBAN', 'Verwendungszweck', 'Betrag', 'Saldo']
type Row = CellValue[]

async function workbook(rows: Row[], more: Partial<WriteSheet> = {}): Promise<Uint8Array> {
  return writeXlsx({ sheets: [{ name: 'Umsätze', rows, ...more }] })
}
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const above: Row[] = [['Kontoauszug'], ['IBAN', houseIban], []]

const words = string({ unit: constantFrom(...Array.from('abzäöüß ÄÖÜ01;,"')), maxLength: 30 }).map(
  (text) => `x${text.replace(/\s+/g, ' ').trim()}`,
)
const madeLines = array(
  record({
    day: date({ min: day('2026-01-01'), max: day('2026-11-20'), noInvalidDate: true }),
    cents: integer({ min: -99_999_999_99, max: 99_999_999_99 }).filter((cents) => cents !== 0),
    name: words,
    text: words,
  }),
  { minLength: 1, maxLength: 12 },
)

test('any rows in a workbook are read back unchanged', () =>
  assert(
    asyncProperty(madeLines, integer({ min: 0, max: 10_000_000 }), async (lines, opening) => {
      let balance = opening
      const rows = lines.map(({ day: instant, cents, name, text }): Row => {
        balance += cents
        const on = day(instant.toISOString().slice(0, 10))
        return [on, on, name, '', text, cents / 100, balance / 100]
      })
      const parts = await partsOf(await workbook([...above, headings, ...rows]))
      expect(parts[0]).toMatchObject({ kind: 'begin', format: 'csv', account: { iban: houseIban } })
      expect(linesIn(parts).map((one) => [one.booked_on, one.amount_cents, one.name, one.text])).toEqual(
        lines.map((one) => [one.day.toISOString().slice(0, 10), one.cents, one.name, one.text]),
      )
      expect(endsIn(parts)).toMatchObject([{ opening_cents: opening, closing_cents: balance }])
    }),
    { numRuns: runs(40) },
  ))

test('reads amounts as text, separate debit and credit columns, and numbers without cents', async () => {
  const rows = [
    ['Buchungstag', 'Empfänger', 'Verwendungszweck', 'Soll', 'Haben', 'Währung'],
    ['20.11.2026', 'Eva', 'Spende', '', '1.234,56', 'EUR'],
    [day('2026-11-21'), 'Verein', 'AZ', 1000, '', 'EUR'],
    [new Date('2026-11-22T13:30:00Z'), 'Bo', 12_345_678, '', 0.1 + 0.2, 'EUR'],
  ]
  const parts = await partsOf(await workbook(rows))
  expect(linesIn(parts).map((one) => [one.booked_on, one.amount_cents, one.text])).toEqual([
    ['2026-11-20', 123_456, 'Spende'],
    ['2026-11-21', -100_000, 'AZ'],
    ['2026-11-22', 30, '12345678'],
  ])
})

const line = (text: string, amount: CellValue, balance: CellValue = ''): Row => [
  day('2026-11-20'),
  day('2026-11-20'),
  'Eva',
  '',
  text,
  amount,
  balance,
]

test('numbers are read to the cent, however their decimals are stored', async () => {
  const rows = [1.1, 0.29, 1000, -4.35].map((amount) => line('a', amount))
  const parts = await partsOf(await workbook([...above, headings, ...rows]))
  expect(linesIn(parts).map((one) => one.amount_cents)).toEqual([110, 29, 100_000, -435])
})

test.each<[string, Row[], string, number]>([
  ['a balance that does not add up', [line('a', 5, 105), line('b', 7, 111)], 'wrong_running_balance', 6],
  ['parts of a cent', [line('a', 5.005)], 'bad_amount', 5],
  ['a percentage in place of an amount', [line('a', '7 %')], 'bad_amount', 5],
  ['an amount that is a word', [line('a', 'viel')], 'bad_amount', 5],
  ['a day that is none', [['bald', '', 'Eva', '', 'a', 5, '']], 'bad_day', 5],
])('%s is refused with its row', async (_, rows, code, at) => {
  expect(await refusalOf(await workbook([...above, headings, ...rows]))).toEqual([code, at])
})

test('a hidden row is refused, because it is unclear whether it counts', async () => {
  const rows = [headings, line('a', 5), line('b', 7)]
  expect(await refusalOf(await workbook(rows, { rowDefs: new Map([[2, { hidden: true }]]) }))).toEqual([
    'hidden_rows',
    3,
  ])
})

test('a workbook with unknown columns asks what they contain', async () => {
  expect(
    await refusalOf(
      await workbook([
        ['A', 'B'],
        ['x', 1],
      ]),
    ),
  ).toEqual(['no_columns', 1])
})
