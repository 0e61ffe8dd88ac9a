import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { camt, camtEntry, endsIn, linesIn, mt940, partsOf } from '#test/statements.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../../../test/bank-files', name))

test('pending rows of a savings bank are left out and counted', async () => {
  const parts = await partsOf(file('csv-01a-sparkasse-pending.csv'))
  expect(linesIn(parts).map((line) => [line.amount_cents, line.name])).toEqual([[11_900, 'Ulf Petersen']])
  expect(endsIn(parts)[0]).toMatchObject({
    pending: 2,
    notes: ['pending_left_out:2', 'balance_not_in_file'],
  })
  const later = await partsOf(file('csv-01b-sparkasse-booked-later.csv'))
  expect(linesIn(later).map((line) => line.amount_cents)).toEqual([25_000, -880, 11_900])
  expect(endsIn(later)[0]).toMatchObject({ pending: 0 })
})

const csv = (rows: string) => `Buchungsdatum;Wertstellung;Status;Verwendungszweck;Betrag\n${rows}`
test.each([
  ['a state', csv('20.11.26;;Vorgemerkt;Spende;5,00\n')],
  ['another word', csv('20.11.26;;offen;Spende;5,00\n')],
  [
    'an English state',
    'Completed Date,Description,State,Amount\n,Gift,PENDING,5.00\n'.replace('Completed ', ''),
  ],
  ['a booking that was sent back', 'Date,Description,State,Amount\n2026-11-20,Gift,REVERTED,5.00\n'],
  [
    'the word in place of the day',
    'Buchungstag;Wertstellung (Valuta);Vorgang;Buchungstext;Betrag\noffen;--;Übertrag;Spende;5,00\n',
  ],
  [
    'a column nobody knows',
    'Buchungstag;Art;Verwendungszweck;Betrag\n20.11.26;Umsatz vorgemerkt;Spende;5,00\n',
  ],
])('a file with only pending entries (%s) has no lines and reports their number', async (_name, text) => {
  const parts = await partsOf(text)
  expect(linesIn(parts)).toEqual([])
  expect(endsIn(parts)[0]).toMatchObject({ pending: 1, from: null, to: null })
})

test('the sender’s text and other remarks never mark a row as pending', async () => {
  const parts = await partsOf(
    csv(
      '20.11.26;20.11.26;Gebucht;offen;5,00\n19.11.26;19.11.26;;Vorgemerkt;6,00\n18.11.26;18.11.26;Dauerauftrag;Pending;7,00\n',
    ),
  )
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([500, 600, 700])
})

test.each(['PDNG', 'INFO', 'FUTR'])(
  'an entry with the state %s is counted as pending, in every version',
  async (state) => {
    for (const version of ['02', '04', '08']) {
      const entry = camtEntry({ cents: 999 }, version).replace('BOOK', state)
      const parts = await partsOf(
        camt([{ lines: [{ cents: 5 }] }], version).replace('</Stmt>', `${entry}${entry}</Stmt>`),
      )
      expect(linesIn(parts)).toHaveLength(1)
      expect(endsIn(parts)[0]).toMatchObject({ pending: 2, notes: ['pending_left_out:2'] })
    }
  },
)

test('entries of 0.00 are left out and counted, in CAMT, MT940 and CSV', async () => {
  const zero = camtEntry({ cents: 0 }, '08')
  const parts = [
    await partsOf(camt([{ lines: [{ cents: 5 }] }]).replace('</Stmt>', `${zero}${zero}</Stmt>`)),
    await partsOf(mt940({ lines: [{ cents: 5 }, { cents: 0 }, { cents: 0 }] })),
    await partsOf('Datum;Betrag\n20.11.26;0,05\n20.11.26;0,00\n20.11.26;0,00\n'),
  ]
  for (const one of parts) {
    expect(linesIn(one).map((line) => line.amount_cents)).toEqual([5])
    expect(endsIn(one)[0]!.notes).toContain('zero_left_out:2')
  }
})
