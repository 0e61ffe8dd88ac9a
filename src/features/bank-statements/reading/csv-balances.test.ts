import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { endsIn, euros, linesIn, partsOf, refusalOf } from '#test/statements.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../../../test/bank-files', name))
const read = async (content: string | Uint8Array) => {
  const parts = await partsOf(content)
  const { opening_cents, closing_cents, notes } = endsIn(parts)[0]!
  return { cents: linesIn(parts).map((line) => line.amount_cents), opening_cents, closing_cents, notes }
}

test('reads an old export of a cooperative bank with a direction column and balances among the rows', async () => {
  const name = 'csv-03-volksbank-soll-haben.csv'
  expect(await read(file(name))).toEqual({
    cents: [120_210, -30_000],
    opening_cents: 500_000,
    closing_cents: 590_210,
    notes: [],
  })
  expect(linesIn(await partsOf(file(name))).map((line) => [line.name, line.text])).toEqual([
    ['Ulf Petersen', 'UEBERWEISUNGSGUTSCHR Spende Lesegarten fuer die Kinder'],
    ['Verein Lindenhof', 'ÜBERWEISUNG Zuschuss'],
  ])
  const wrong = file(name).toString('latin1').replace('5.902,10', '5.902,11')
  expect(await refusalOf(Buffer.from(wrong, 'latin1'))).toEqual([
    'wrong_balance',
    16,
    { opening: 500_000, sum: 90_210, closing: 590_211, difference: 1 },
  ])
})

test('balances above and below the table belong to the statement', async () => {
  expect(await read(file('csv-04-postbank-footer.csv'))).toEqual({
    cents: [75_000, -100_000, 1_000, 1_250, 2_000],
    opening_cents: 250_000,
    closing_cents: 229_250,
    notes: [],
  })
  expect(await read(file('csv-05-deutsche-bank-old.csv'))).toEqual({
    cents: [75_000, -5_900],
    opening_cents: 155_900,
    closing_cents: 225_000,
    notes: ['one_balance'],
  })
})

test('reads counterparties of a bank that writes in English', async () => {
  const lines = linesIn(await partsOf(file('csv-08-n26-new.csv')))
  expect(lines[0]).toMatchObject({
    amount_cents: 51_920,
    name: 'Ulf Petersen',
    iban: 'DE26876543210000009017',
    text: 'Spende Lesegarten PS-2026-0878',
  })
  expect(lines[1]).toMatchObject({ amount_cents: -32_483, name: 'A company', iban: '' })
})

const cases: [string, string, number[]][] = [
  ['D and C', 'Date,Amount,D/C\n2026-11-20,5.00,D\n2026-11-20,6.00,C\n', [-500, 600]],
  [
    'a kind that is debit or credit',
    'Date,Type,Amount\n2026-11-20,DEBIT,5.00\n2026-11-20,CREDIT,6.00\n',
    [-500, 600],
  ],
  ['a debit that has its minus already', 'Datum;Betrag;S/H\n20.11.26;-5,00;S\n', [-500]],
  [
    'the direction behind the amount',
    'Datum;Betrag\n20.11.26;5,00 S\n19.11.26;1.006,00 H\n',
    [-500, 100_600],
  ],
  [
    'Soll and Haben spelled out',
    'Datum;Betrag;Soll/Haben\n20.11.26;5,00;Soll\n20.11.26;6,00;Haben\n',
    [-500, 600],
  ],
  ['a minus among what came in', 'Datum;Soll;Haben\n20.11.26;;-5,00\n20.11.26;-6,00;\n', [-500, -600]],
  ['a thousand without cents', 'Datum;Betrag\n20.11.26;1.000\n', [100_000]],
  [
    'sums and remarks below',
    'Datum;Text;Betrag\n20.11.26;Spende;5,00\n;Summe;5,00\nAlle Angaben ohne Gewähr\n',
    [500],
  ],
  [
    'what is pending in a part of its own',
    'Vorgemerkte Umsätze\nDatum;Text;Betrag\n20.11.26;a;5,00\nVorgemerkte Umsätze\n20.11.26;b;6,00\nGebuchte Umsätze\n20.11.26;c;7,00\n',
    [500, 700],
  ],
]
test.each(cases)('%s', async (_name, text, cents) => {
  expect((await read(text)).cents).toEqual(cents)
})

test.each([
  ['money in with a minus', 'Datum;Betrag;S/H\n20.11.26;-5,00;H\n', 'bad_amount', 2],
  ['no amount at all', 'Datum;Soll;Haben;Text\n20.11.26;;;Spende\n', 'bad_amount', 2],
  [
    'two closing balances',
    'Neuer Kontostand;7,00 EUR\nDatum;Betrag\n20.11.26;5,00\nEndsaldo;8,00\n',
    'other_balance',
    4,
  ],
  [
    'a closing balance that its column contradicts',
    'Datum;Betrag;Saldo\n20.11.26;5,00;15,00\nEndsaldo;16,00;\n',
    'other_balance',
    3,
  ],
  [
    'a balance that leaves out a row without one',
    'Datum;Betrag;Saldo\n20.11.26;5,00;15,00\n20.11.26;1,00;\n20.11.26;1,00;18,00\n',
    'wrong_running_balance',
    4,
  ],
] as const)('refuses %s', async (_name, text, code, line) => {
  expect((await refusalOf(text)).slice(0, 2)).toEqual([code, line])
})

const amounts = fc.array(
  fc.integer({ min: -200_000, max: 200_000 }).filter((cents) => cents !== 0),
  {
    minLength: 1,
    maxLength: 12,
  },
)
const german = (cents: number) => euros(cents, ',').replace(/\d(?=(\d{3})+,)/g, '$&.')
const signed = (cents: number) => `${cents < 0 ? '-' : ''}${german(cents)}`
const direction = (cents: number) => (cents < 0 ? 'S' : 'H')

test('in any layout, lines and balances are read back, and one cent too much is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      amounts,
      fc.integer({ min: -500_000, max: 500_000 }),
      fc.constantFrom('signed', 'marks', 'columns', 'running'),
      fc.constantFrom('above', 'below', 'around'),
      fc.boolean(),
      fc.constantFrom(0, 0, 1),
      async (cents, opening, layout, place, isNewestFirst, wrong) => {
        const closing = opening + cents.reduce((sum, one) => sum + one, 0)
        let now = opening
        const rows = cents.map((one) => {
          now += one
          const day = `20.11.2026;Spende`
          if (layout === 'signed') return `${day};${signed(one)};;`
          if (layout === 'marks') return `${day};${german(one)};${direction(one)};`
          if (layout === 'columns') return one < 0 ? `${day};${german(one)};;` : `${day};;${german(one)};`
          return `${day};${signed(one)};${signed(now)};`
        })
        if (isNewestFirst) rows.reverse()
        const headings = {
          signed: 'Buchungstag;Verwendungszweck;Betrag;Kategorie;',
          marks: 'Buchungstag;Verwendungszweck;Umsatz;S/H;',
          columns: 'Buchungstag;Verwendungszweck;Soll;Haben;',
          running: 'Buchungstag;Verwendungszweck;Betrag;Saldo;',
        }
        const first = `Anfangssaldo;01.11.2026;${german(opening)};${direction(opening)};EUR`
        const last = `Endsaldo;20.11.2026;${german(closing + wrong)};${direction(closing + wrong)};EUR`
        const above = place === 'above' ? [first, last] : place === 'around' ? [first] : []
        const below = place === 'below' ? [first, last] : place === 'around' ? [last] : []
        const text = [...above, headings[layout], ...rows, ...below, ''].join('\r\n')
        if (wrong === 0) {
          expect(await read(text)).toEqual({
            cents: isNewestFirst ? cents.toReversed() : cents,
            opening_cents: opening,
            closing_cents: closing,
            notes: [],
          })
        } else {
          const [code, line] = await refusalOf(text)
          expect(['wrong_balance', 'other_balance']).toContain(code)
          expect(text.split('\r\n')[line! - 1]).toBe(last)
        }
      },
    ),
    { numRuns: runs(60) },
  )
})
