import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { agrees, cornerOf, differencesOf } from './findings.ts'

test('a place is named by thirds of the page', () => {
  const at = (x: number, y: number) => cornerOf({ x, y, width: 0.02, height: 0.02 })
  expect([at(0.1, 0.1), at(0.9, 0.05), at(0.5, 0.5), at(0.4, 0.9)]).toEqual([
    'top_left',
    'top_right',
    'middle_center',
    'bottom_center',
  ])
})

test('blanks and capitals make no difference, other characters do', () => {
  expect(agrees('tax_number', '123/456/78901', '123 / 456 / 78901')).toBe(true)
  expect(agrees('tax_office', 'Finanzamt Hohenfels', 'finanzamt  hohenfels')).toBe(true)
  expect(agrees('tax_number', '42099/01234', '42099/01243')).toBe(false)
})

describe('differing characters', () => {
  test('are marked on both sides', () => {
    const [found, recorded] = differencesOf('42099/01234', '42099/01243')
    expect(found).toEqual([
      { text: '42099/012', differs: false },
      { text: '34', differs: true },
    ])
    expect(recorded.at(-1)).toEqual({ text: '43', differs: true })
    expect(differencesOf('Finanzamt Hof', 'Finanzamt Hofheim')).toEqual([
      [{ text: 'Finanzamt Hof', differs: false }],
      [
        { text: 'Finanzamt Hof', differs: false },
        { text: 'heim', differs: true },
      ],
    ])
  })

  test('both texts stay whole, unmarked parts are equal on both sides', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (a, b) => {
        const [left, right] = differencesOf(a, b)
        const whole = (parts: typeof left) => parts.map(({ text }) => text).join('')
        const same = (parts: typeof left) => whole(parts.filter(({ differs }) => !differs))
        expect([whole(left), whole(right)]).toEqual([a, b])
        expect(same(left)).toBe(same(right))
        if (a === b) expect(left.some(({ differs }) => differs)).toBe(false)
      }),
      { numRuns: runs(100) },
    )
  })
})
