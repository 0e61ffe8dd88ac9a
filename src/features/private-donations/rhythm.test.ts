import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths } from '#shared/dates.ts'
import { runs } from '#test/runs.ts'
import { missingSince, rhythmsOf } from './rhythm.ts'

const at = (...days: string[]) => days.map((day, place) => ({ id: place + 1, day }))
const gifts = (...days: string[]) => rhythmsOf(at(...days)).map((rhythm) => rhythm.gifts)

describe('monthly gifts', () => {
  test('three gifts make a rhythm, two do not', () => {
    expect(gifts('2026-08-01', '2026-09-01')).toEqual([])
    expect(rhythmsOf(at('2026-08-01', '2026-09-06', '2026-09-26'))).toEqual([
      { gifts: [1, 2, 3], since: '2026-08-01', next_on: '2026-11-01' },
    ])
  })

  test("a missed month, or six days' difference, ends a rhythm", () => {
    expect(gifts('2026-07-01', '2026-08-01', '2026-10-01', '2026-11-01')).toEqual([])
    expect(gifts('2026-08-01', '2026-09-01', '2026-10-07')).toEqual([])
  })

  test('a rhythm spans months of any length, with other gifts in between', () => {
    expect(gifts('2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31')).toEqual([[1, 2, 3, 4]])
    expect(gifts('2026-08-01', '2026-08-20', '2026-09-01', '2026-10-01')).toEqual([[1, 3, 4]])
  })

  test('a gift is missing only when more than five days late', () => {
    expect([missingSince('2026-11-01', '2026-11-06'), missingSince('2026-11-01', '2026-11-07')]).toEqual([
      null,
      '2026-11-01',
    ])
  })
})

const day = fc.integer({ min: 0, max: 900 }).map((count) => addDays('2024-01-01', count))

test('rhythms ignore input order, use no gift twice, and hold three or more gifts, each in its month', () => {
  fc.assert(
    fc.property(fc.uniqueArray(day, { maxLength: 40 }), fc.func(fc.integer()), (days, by) => {
      const came = at(...days)
      const found = rhythmsOf(came)
      expect(rhythmsOf(came.toSorted((a, b) => by(a.id) - by(b.id)))).toEqual(found)
      const all = found.flatMap((rhythm) => rhythm.gifts)
      expect(new Set(all).size).toBe(all.length)
      for (const rhythm of found) {
        expect(rhythm.gifts.length).toBeGreaterThanOrEqual(3)
        for (const [month, id] of rhythm.gifts.entries()) {
          const expected = addMonths(rhythm.since, month)
          const { day } = came[id - 1]!
          expect(day >= addDays(expected, -5) && day <= addDays(expected, 5)).toBe(true)
        }
        expect(rhythm.next_on).toBe(addMonths(rhythm.since, rhythm.gifts.length))
      }
    }),
    { numRuns: runs(200) },
  )
})

test('any monthly gifts up to five days off form one complete rhythm', () => {
  const off = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 24 })
  fc.assert(
    fc.property(day, off, (first, days) => {
      const came = at(first, ...days.map((count, month) => addDays(addMonths(first, month + 1), count)))
      expect(rhythmsOf(came).map((rhythm) => rhythm.gifts)).toEqual([came.map(({ id }) => id)])
    }),
    { numRuns: runs(200) },
  )
})
