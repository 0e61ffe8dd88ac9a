import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../dates.ts'
import { addDateEvidence, type DateResult, noDateEvidence, parseDate } from './dates.ts'
import type { Cell } from './row.ts'

function parseIn(column: Cell[], cell: Cell): DateResult {
  const evidence = noDateEvidence()
  for (const one of column) addDateEvidence(evidence, one)
  return parseDate(cell, evidence)
}

describe('parseDate', () => {
  test.each<[Cell, DateResult]>([
    ['26.1.2024', { day: '2024-01-26', year: 2024 }],
    ['29.01.2024', { day: '2024-01-29', year: 2024 }],
    ['29.1.24', { day: '2024-01-29', year: 2024 }],
    ['26. 01. 1999', { day: '1999-01-26', year: 1999 }],
    ['1.2.99', { day: '1999-02-01', year: 1999 }],
    ['2024-01-26', { day: '2024-01-26', year: 2024 }],
    ['2024/1/26', { day: '2024-01-26', year: 2024 }],
    ['2020-11-03T00:00:00+00:00', { day: '2020-11-03', year: 2020 }],
    ['2016-04-01 14:32:16.441+00', { day: '2016-04-01', year: 2016 }],
    ['2024-12-31T23:30:00Z', { day: '2025-01-01', year: 2025 }],
    ['2026-11-22T23:00:00.000Z', { day: '2026-11-23', year: 2026 }],
    ['2026-07-22T21:59:59Z', { day: '2026-07-22', year: 2026 }],
    ['2026-07-22T22:00:00Z', { day: '2026-07-23', year: 2026 }],
    ['2026-11-23T00:30:00+02:00', { day: '2026-11-22', year: 2026 }],
    ['2026-11-22T19:00:00-05:00', { day: '2026-11-23', year: 2026 }],
    ['22.11.2026 23:30 UTC', { day: '2026-11-23', year: 2026 }],
    ['2026-11-22 11:30 PM', { day: '2026-11-22', year: 2026 }],
    ['2026-11-22 11:30 PM UTC', { day: '2026-11-23', year: 2026 }],
    ['2026-11-22T23:30:00', { day: '2026-11-22', year: 2026 }],
    ['2026-11-22T23:30:00+25:00', { code: 'date_invalid' }],
    ['26.1.2024 14:05', { day: '2024-01-26', year: 2024 }],
    ['29.2.2024', { day: '2024-02-29', year: 2024 }],
    ['2016', { year: 2016 }],
    [2016, { year: 2016 }],
    ['', { code: 'date_missing' }],
    ['29.2.2023', { code: 'date_invalid' }],
    ['31.4.2024', { code: 'date_invalid' }],
    ['1.13.2024', { code: 'date_invalid' }],
    ['2024-00-10', { code: 'date_invalid' }],
    ['2024-13-01', { code: 'date_invalid' }],
    ['0.1.2024', { code: 'date_invalid' }],
    ['gestern', { code: 'date_invalid' }],
    ['45316', { code: 'date_invalid' }],
    [45_316, { code: 'date_invalid' }],
  ])('%s', (cell, result) => {
    expect(parseDate(cell, noDateEvidence())).toEqual(result)
  })

  test.each<[string, Cell[], Cell, DateResult]>([
    ['proved month first', ['01/29/2024', '02/03/2024'], '02/03/2024', { day: '2024-02-03', year: 2024 }],
    ['proved day first', ['29/01/2024', '02/03/2024'], '02/03/2024', { day: '2024-03-02', year: 2024 }],
    ['proved day first, with dashes', ['29-01-2024'], '02-03-2024', { day: '2024-03-02', year: 2024 }],
    ['not proved', ['02/03/2024', '04/05/2024'], '02/03/2024', { code: 'date_ambiguous' }],
    ['contradicted', ['01/29/2024', '29/01/2024'], '01/29/2024', { code: 'date_ambiguous' }],
    ['dots prove nothing about slashes', ['29.01.2024'], '02/03/2024', { code: 'date_ambiguous' }],
    ['no calendar has it', ['30/02/2024'], '30/02/2024', { code: 'date_invalid' }],
  ])('slashes: %s', (_name, column, cell, result) => {
    expect(parseIn(column, cell)).toEqual(result)
  })

  test('any day is read back from every notation', () => {
    const days = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2069-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10)
        const [y, m, d] = day.split('-').map(Number) as [number, number, number]
        const result = { day, year: y }
        const instant = dayOf(date)
        expect(parseDate(date.toISOString(), noDateEvidence())).toEqual({
          day: instant,
          year: Number(instant.slice(0, 4)),
        })
        for (const text of [day, `${day}T23:59`, `${d}.${m}.${y}`, `${d}.${m}.${String(y).slice(2)}`]) {
          expect(parseDate(text, noDateEvidence())).toEqual(result)
        }
        expect(parseIn(['12/13/2024'], `${m}/${d}/${y}`)).toEqual(result)
        expect(parseIn(['13/12/2024'], `${d}/${m}/${y}`)).toEqual(result)
      }),
    )
  })
})
