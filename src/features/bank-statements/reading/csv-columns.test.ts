import { expect, test } from 'vitest'
import { likeliestHeadings, proposeColumns } from './csv-columns.ts'

const rows = [
  ['03.11.2026', '04.11.2026', 'Anna Vollmer', 'Spende Bäume', '25,00', 'DE89 3704 0044 0532 0130 00', '1'],
  ['04.11.2026', '', 'Müller GmbH', 'Rechnung 12 vom Oktober', '-1.040,50', '', '2'],
]

test('proposes columns under unknown headings by their contents', () => {
  const headings = ['Tag', 'Wert am', 'Wer', 'Wozu', 'Wieviel', 'Bankverbindung', 'Nummer']
  expect(proposeColumns(headings, rows)).toEqual({
    booked_on: 0,
    valued_on: 1,
    name: 2,
    text: 3,
    amount: 4,
    iban: 5,
  })
})

test('headings take precedence over contents, and neither of two amount columns is proposed', () => {
  const two = rows.map((cells) => [...cells, '100,00'])
  const headings = ['Wert am', 'Buchungstag', 'Wer', 'Wozu', 'Wieviel', 'Bankverbindung', 'Nummer', 'Stand']
  expect(proposeColumns(headings, two)).toEqual({ booked_on: 1, name: 2, text: 3, iban: 5 })
})

test('proposes columns for a file without headings', () => {
  expect(proposeColumns([], rows)).toMatchObject({ booked_on: 0, amount: 4, name: 2, text: 3 })
})

test('the headings are the first row with the most cells, and none if that row is a booking', () => {
  const [first, second] = rows.map((cells, at) => ({ line: at + 5, cells }))
  const above = { line: 1, cells: ['Unser Verein'] }
  const headings = { line: 4, cells: ['Tag', 'Wert am', 'Wer', 'Wozu', 'Wieviel', 'Konto', 'Nummer'] }
  expect(likeliestHeadings([above, headings, first!, second!])).toBe(headings)
  expect(likeliestHeadings([above, first!, second!])).toBeUndefined()
})
