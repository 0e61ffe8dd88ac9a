import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addAmountEvidence,
  type AmountCode,
  decimalSeparator,
  noAmountEvidence,
  parseAmount,
} from './amounts.ts'
import type { Cell } from './row.ts'

describe('parseAmount', () => {
  test.each<[Cell, number, string?]>([
    ['5000', 500_000],
    ['0', 0],
    ['1.101633736E7', 1_101_633_736],
    ['-1,25E+00', -125],
    ['1.50000E+02', 15_000],
    ['587.372,00', 58_737_200],
    ['75,453.00', 7_545_300],
    ['4.920.000,00', 492_000_000],
    ['1.234.567', 123_456_700],
    ['1,234,567', 123_456_700],
    ['361800,84 €', 36_180_084, 'EUR'],
    ['€ 361800.84', 36_180_084, 'EUR'],
    ['EUR 5', 500, 'EUR'],
    ['5 Euro', 500, 'EUR'],
    ['5,5 GBP', 550, 'GBP'],
    ['£12.30', 1_230, 'GBP'],
    ['1 234,56', 123_456],
    ['1 234,56', 123_456],
    ['1 234 567,8', 123_456_780],
    ["1'234.56", 123_456],
    ['1’234’567', 123_456_700],
    ['-12,00', -1_200],
    ['−12,00', -1_200],
    ['12,00-', -1_200],
    ['-€12,00', -1_200, 'EUR'],
    ['€ -12,00', -1_200, 'EUR'],
    ['(12.00)', -1_200],
    ['(1.234,50) €', -123_450, 'EUR'],
    ['+7,5', 750],
    ['5.000,-', 500_000],
    ['5,--', 500],
    ['.5', 50],
    ['12.3400', 1_234],
    ['0,10', 10],
    [5, 500],
    [361_800.84, 36_180_084],
    [41_133.770000000004, 4_113_377],
    [1.234e3, 123_400],
    [-0.001e-9, 0],
  ])('%s is %i cents', (cell, cents, currency) => {
    expect(parseAmount(cell)).toEqual(currency ? { cents, currency } : { cents })
  })

  test.each<[Cell, AmountCode]>([
    ['', 'amount_missing'],
    ['   ', 'amount_missing'],
    ['abc', 'amount_invalid'],
    ['12a', 'amount_invalid'],
    ['1.23.45', 'amount_invalid'],
    ['1,23.456,78', 'amount_invalid'],
    ['1.234,567.89', 'amount_invalid'],
    ['12 34', 'amount_invalid'],
    ['--5', 'amount_invalid'],
    ['(-5)', 'amount_invalid'],
    ['€5€', 'amount_invalid'],
    ['1e5', 'amount_scientific'],
    ['1.1016337E7', 'amount_scientific'],
    ['6,17E+025', 'amount_invalid'],
    ['1.2345E1', 'amount_too_precise'],
    ['=1+1', 'amount_invalid'],
    ['1.234', 'amount_ambiguous'],
    ['999,999', 'amount_ambiguous'],
    ['0,125', 'amount_too_precise'],
    ['1.234,567', 'amount_too_precise'],
    ['1234,567', 'amount_too_precise'],
    [0.125, 'amount_too_precise'],
    [Number.NaN, 'amount_invalid'],
    ['99999999999999999', 'amount_too_large'],
    [1e15, 'amount_too_large'],
  ])('%s is refused as %s', (cell, code) => {
    expect(parseAmount(cell)).toEqual({ code })
  })

  test('any cents are read back exactly from every notation', () => {
    const group = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark)
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), (cents) => {
        const whole = String(Math.floor(Math.abs(cents) / 100))
        const rest = String(Math.abs(cents) % 100).padStart(2, '0')
        const sign = cents < 0 ? '-' : ''
        for (const [mark, decimal] of [
          ['.', ','],
          [',', '.'],
          ['', ','],
          ['', '.'],
          [' ', ','],
          ["'", '.'],
        ] as const) {
          expect(parseAmount(`${sign}${group(whole, mark)}${decimal}${rest}`)).toEqual({ cents })
        }
      }),
    )
  })
})

describe('the column decides the meaning of an ambiguous cell', () => {
  const column = (...cells: Cell[]) => {
    const evidence = noAmountEvidence()
    for (const cell of cells) addAmountEvidence(evidence, cell)
    return decimalSeparator(evidence)
  }
  test.each<[string, Cell[], ReturnType<typeof parseAmount>]>([
    ['cents after commas: the point groups', ['1.234', '5,50'], { cents: 123_400 }],
    ['grouped millions: the point groups', ['1.234', '1.000.000'], { cents: 123_400 }],
    ['cents after points: three decimals are too precise', ['1.234', '5.50'], { code: 'amount_too_precise' }],
    ['only open cells and integers', ['1.234', '5000', '2.000'], { code: 'amount_ambiguous' }],
    ['cells that contradict each other', ['1.234', '5.50', '5,50'], { code: 'amount_ambiguous' }],
  ])('%s', (_name, cells, result) => {
    expect(parseAmount('1.234', column(...cells))).toEqual(result)
  })

  test('unambiguous cells are read by themselves in a mixed column', () => {
    const mixed = column('50,00', '50.00')
    expect(mixed).toBeUndefined()
    expect([parseAmount('50,00', mixed), parseAmount('50.00', mixed)]).toEqual([
      { cents: 5_000 },
      { cents: 5_000 },
    ])
  })
})
