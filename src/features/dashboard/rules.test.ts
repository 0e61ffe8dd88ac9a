import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/dates.ts'
import { monthsOf, spanOf } from '#shared/periods.ts'
import { axisOf, type ByType, growth, type Period, periods, stackOf, totalOf, yearBefore } from './rules.ts'

describe('a period ends today', () => {
  const rows: [Period, string, string, string[]][] = [
    ['quarter', '2026-11-21', '2026-10-01', ['2026-10', '2026-11']],
    ['quarter', '2026-10-01', '2026-10-01', ['2026-10']],
    ['quarter', '2026-03-31', '2026-01-01', ['2026-01', '2026-02', '2026-03']],
    ['year', '2026-01-01', '2026-01-01', ['2026-01']],
    ['year', '2026-04-30', '2026-01-01', ['2026-01', '2026-02', '2026-03', '2026-04']],
  ]
  test.each(rows)('%s on %s begins on %s', (period, today, from, months) => {
    expect(spanOf(period, today)).toEqual({ from, to: today })
    expect(monthsOf(spanOf(period, today))).toEqual(months)
  })

  test('the period of twelve months covers twelve calendar months including the current one', () => {
    const span = spanOf('12_months', '2026-11-21')
    expect(span).toEqual({ from: '2025-12-01', to: '2026-11-21' })
    expect(monthsOf(span)).toHaveLength(12)
    expect(monthsOf(span).at(0)).toBe('2025-12')
    expect(monthsOf(span).at(-1)).toBe('2026-11')
  })

  test('the span a year earlier has as many months and shares no day with the period', () => {
    expect(yearBefore(spanOf('year', '2026-11-21'))).toEqual({ from: '2025-01-01', to: '2025-11-21' })
    expect(yearBefore(spanOf('12_months', '2028-02-29'))).toEqual({ from: '2026-03-01', to: '2027-02-28' })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.constantFrom(...periods), (days, period) => {
        const span = spanOf(period, addDays('2024-01-01', days))
        const before = yearBefore(span)
        expect(before.to < span.from).toBe(true)
        expect(monthsOf(before)).toHaveLength(monthsOf(span).length)
      }),
    )
  })
})

test('days are counted by the calendar, across the clock change as well', () => {
  expect(daysBetween('2026-11-12', '2026-11-21')).toBe(9)
  expect(daysBetween('2026-11-21', '2026-11-21')).toBe(0)
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
})

test('growth is a whole percentage, and undefined if the earlier sum is zero or negative', () => {
  expect(growth(112, 100)).toBe(12)
  expect(growth(50, 200)).toBe(-75)
  expect(growth(100, 100)).toBe(0)
  expect(growth(100, 0)).toBeUndefined()
  expect(growth(100, -5)).toBeUndefined()
})

const month = (by: Partial<ByType>): ByType => ({ 1: 0, 2: 0, 3: 0, 4: 0, ...by })

describe('a stacked bar', () => {
  test('is in reading order: donation, profit-savings, foundation, sponsoring', () => {
    expect(stackOf(month({ 1: 100, 2: 40, 3: 30, 4: 20 }))).toEqual([
      { type: 1, from: 0, to: 100 },
      { type: 4, from: 100, to: 120 },
      { type: 3, from: 120, to: 150 },
      { type: 2, from: 150, to: 190 },
    ])
  })
  test('shows a funding type below the axis when reversals outweigh its gifts', () => {
    expect(stackOf(month({ 1: 100, 4: -30, 3: -20, 2: 5 }))).toEqual([
      { type: 1, from: 0, to: 100 },
      { type: 4, from: -30, to: 0 },
      { type: 3, from: -50, to: -30 },
      { type: 2, from: 100, to: 105 },
    ])
  })
  test('has parts whose signed lengths add up to the total, whatever the amounts are', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(fc.record({ 1: cents, 2: cents, 3: cents, 4: cents }), (byType) => {
        const parts = stackOf(byType)
        const signed = parts.reduce(
          (sum, { type, from, to }) => sum + Math.sign(byType[type]) * (to - from),
          0,
        )
        expect(signed).toBe(totalOf(byType))
      }),
    )
  })
})

describe('the axis', () => {
  test.each([
    [month({}), [0, 100]],
    [month({ 1: 15_800_000 }), [0, 5_000_000, 10_000_000, 15_000_000, 20_000_000]],
    [month({ 1: 16_000_000 }), [0, 5_000_000, 10_000_000, 15_000_000, 20_000_000]],
    [month({ 1: 9_900_000 }), [0, 2_500_000, 5_000_000, 7_500_000, 10_000_000]],
    [month({ 1: 300, 2: -100 }), [-100, 0, 100, 200, 300]],
  ])('the axis of %o has round steps', (only, ticks) => {
    expect(axisOf([only]).ticks).toEqual(ticks)
  })
  test('covers every bar with two to six ticks, one of them zero', () => {
    const cents = fc.integer({ min: -2_000_000_000, max: 20_000_000_000 })
    fc.assert(
      fc.property(
        fc.array(fc.record({ 1: cents, 2: cents, 3: cents, 4: cents }), { maxLength: 12 }),
        (months) => {
          const { ticks, from, to } = axisOf(months)
          expect(ticks.length).toBeGreaterThanOrEqual(2)
          expect(ticks.length).toBeLessThanOrEqual(6)
          expect(ticks).toContain(0)
          expect([ticks[0], ticks.at(-1)]).toEqual([from, to])
          for (const part of months.flatMap(stackOf)) {
            expect(part.from).toBeGreaterThanOrEqual(from)
            expect(part.to).toBeLessThanOrEqual(to)
          }
        },
      ),
    )
  })
})
