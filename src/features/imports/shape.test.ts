import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import {
  addAmountEvidence,
  noAmountEvidence,
  parseAmount,
  provesScientific,
} from '#shared/reading/amounts.ts'
import { addDateEvidence, noDateEvidence, parseDate } from '#shared/reading/dates.ts'
import { rowsBefore } from './columns/mapping.ts'
import type { Mapping } from './columns/mapping.ts'
import { leftOutReason } from './reading/scan.ts'
import { isSkipped, isSumWord, valueOf } from './shape.ts'
import { Expression } from './shape-input.ts'

const cells = ['Chor e. V.', '10967 Berlin', '2019-07-01', 1_250.5, '']
const made = (expression: unknown) => valueOf(Expression.parse(expression), cells)

describe('a field made of', () => {
  test('one column keeps the cell, even a number', () => {
    expect(made({ parts: [{ column: 3 }] })).toBe(1_250.5)
    expect(made({ parts: [{ column: 99 }] })).toBe('')
  })
  test('a constant', () => expect(made({ parts: [{ constant: '2019' }] })).toBe('2019'))
  test('two columns, without a separator when one is empty', () => {
    expect(made({ parts: [{ column: 0 }, { column: 1 }], join: ', ' })).toBe('Chor e. V., 10967 Berlin')
    expect(made({ parts: [{ column: 0 }, { column: 4 }], join: ', ' })).toBe('Chor e. V.')
  })
  test('a part of a column by separator, from either end', () => {
    expect(made({ parts: [{ column: 1, split: { separator: ' ', part: 1 } }] })).toBe('10967')
    expect(made({ parts: [{ column: 1, split: { separator: ' ', part: -1 } }] })).toBe('Berlin')
    expect(made({ parts: [{ column: 1, split: { separator: ' ', part: 3 } }] })).toBe('')
  })
  test('a part of a column by position', () =>
    expect(made({ parts: [{ column: 2, slice: { from: 1, length: 4 } }] })).toBe('2019'))
  test('impossible expressions are rejected', () => {
    for (const expression of [
      { parts: [] },
      { parts: [{ column: -1 }] },
      { parts: [{ column: 1, split: { separator: '', part: 1 } }] },
      { parts: [{ column: 1, split: { separator: ' ', part: 0 } }] },
      { parts: [{ formula: 'A1+B1' }] },
    ])
      expect(Expression.safeParse(expression).success).toBe(false)
  })
  test('splitting and joining by the same separator restores the text', () => {
    const word = fc.stringMatching(/^[a-zäöü0-9]{1,8}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 9 }),
        fc.constantFrom(', ', ' / ', ';'),
        (words, join) => {
          const parts = words.map((_, i) => ({ column: 0, split: { separator: join, part: i + 1 } }))
          expect(valueOf({ parts, join }, [words.join(join)])).toBe(words.join(join))
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

test('rules leave out rows whose cell equals a text, contains it, or is empty', () => {
  const row = ['CANCELLED', 'a Test row', ' ']
  expect(isSkipped([{ column: 0, test: 'is', text: 'cancelled' }], row)).toBe(true)
  expect(isSkipped([{ column: 0, test: 'is', text: 'cancel' }], row)).toBe(false)
  expect(isSkipped([{ column: 1, test: 'contains', text: 'TEST' }], row)).toBe(true)
  expect(isSkipped([{ column: 2, test: 'empty', text: '' }], row)).toBe(true)
  expect(isSkipped([{ column: 0, test: 'empty', text: '' }], row)).toBe(false)
  expect(isSkipped([{ column: 1, test: 'contains', text: '' }], row)).toBe(false)
})

describe('lines that are not data', () => {
  const mapping: Mapping = { header: true, columns: { organization_title: 0, amount: 2 }, fromContent: [] }
  const whyOut = (...row: (string | number)[]) => leftOutReason(mapping, { line: 9, cells: row })
  test.each([
    [['', ' ', ''], 'blank'],
    [['Summe', '', '1.250,50'], 'sums'],
    [['', 'Gesamt 2019:', '1.250,50'], 'sums'],
    [['TOTAL', '', '3'], 'sums'],
    [['Summe', '', ''], undefined],
    [['Total Theater e. V.', '', '3'], undefined],
    [['Chor e. V.', 'Summe', '3'], undefined],
  ])('%j is %s', (row, why) => expect(whyOut(...(row as string[]))).toBe(why))
  test('can be kept by a person', () =>
    expect(leftOutReason({ ...mapping, keepSums: true }, { line: 1, cells: ['Summe', '', '3'] })).toBe(
      undefined,
    ))
  test.each(['Zwischensumme', 'Insgesamt:', 'Gesamtsumme EUR', 'Übertrag'])('%s marks a total', (word) =>
    expect(isSumWord(word)).toBe(true),
  )
  test.each(['Summerhill e. V.', 'Gesamtschule', 'Totaltheater', 'Sumatra-Hilfe'])(
    '%s does not mark a total',
    (word) => expect(isSumWord(word)).toBe(false),
  )
})

describe('evidence from the whole column', () => {
  const day = (...column: (string | number)[]) => {
    const evidence = noDateEvidence()
    for (const cell of column) addDateEvidence(evidence, cell)
    return parseDate(column[0]!, evidence)
  }
  test('numbers are read as spreadsheet days, or as seconds or milliseconds since 1970', () => {
    expect(day('43647', '43648', '')).toEqual({ day: '2019-07-01', year: 2019 })
    expect(day(43_647, 43_648.75)).toEqual({ day: '2019-07-01', year: 2019 })
    expect(day('1561939200', '1561942800')).toEqual({ day: '2019-07-01', year: 2019 })
    expect(day('1561939200000', '1561939200001')).toEqual({ day: '2019-07-01', year: 2019 })
  })
  test('a single number, or numbers of mixed formats, are rejected as dates', () => {
    expect(day('43647')).toEqual({ code: 'date_invalid' })
    expect(day('43647', '43648', '1.7.2019')).toEqual({ code: 'date_invalid' })
    expect(day('43647', '1561939200')).toEqual({ code: 'date_invalid' })
  })
  const amount = (...column: string[]) => {
    const evidence = noAmountEvidence()
    for (const cell of column) addAmountEvidence(evidence, cell)
    return parseAmount(column[0]!, undefined, provesScientific(evidence))
  }
  test('scientific notation is read when its digits are complete', () => {
    expect(amount('1.25E+5', '3e4', '2.345e3')).toEqual({ cents: 12_500_000 })
    expect(amount('1,2345E+02', '3e4')).toEqual({ cents: 12_345 })
    expect(amount('-1.5e1', '3e4')).toEqual({ cents: -1_500 })
    expect(amount('1.23456E+02', '3e4')).toEqual({ code: 'amount_too_precise' })
    expect(amount('1e30', '1.5e3')).toEqual({ code: 'amount_too_large' })
  })
  test('scientific notation is rejected when a spreadsheet may have cut its digits', () => {
    expect(amount('1.25E+05', '3.17E+04')).toEqual({ code: 'amount_scientific' })
    expect(amount('1.25E+05', '3.0E+04')).toEqual({ code: 'amount_scientific' })
    expect(amount('1.25E+05')).toEqual({ code: 'amount_scientific' })
  })
})

test('finds titles and remarks above the header', () => {
  const rows = (...lines: string[]) => lines.map((line, i) => ({ line: i + 1, cells: line.split(';') }))
  expect(rowsBefore(rows('Förderliste 2019', 'Stand: 1.2.2020;', 'Verein;Betrag;Jahr', 'A;1;2019'))).toBe(2)
  expect(rowsBefore(rows('Verein;Betrag;Jahr', 'A;1;2019'))).toBe(0)
  expect(rowsBefore(rows('Chor;Noten;5', 'Verein;Betrag;6'))).toBe(1)
  expect(rowsBefore(rows('A;1;2019', 'B;2;2019'))).toBe(0)
})
