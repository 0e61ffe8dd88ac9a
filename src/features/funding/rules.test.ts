import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { isPublicBenefit, isValidOn, spreadByNeed, spreadEqually, spreadSum } from './rules.ts'

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)
const needs = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000_000_000 })),
  {
    minLength: 1,
    maxLength: 30,
  },
)
const cases = needs.chain((list) => fc.tuple(fc.integer({ min: 0, max: sumOf(list) }), fc.constant(list)))

test('the parts add up to the sum and none exceeds its need', () => {
  for (const spread of [spreadByNeed, spreadEqually])
    fc.assert(
      fc.property(cases, ([sum, list]) => {
        const parts = spread(sum, list)
        expect(sumOf(parts)).toBe(sum)
        parts.forEach((part, at) => {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(list[at]!)
          expect(Number.isInteger(part)).toBe(true)
        })
      }),
      { numRuns: runs(300) },
    )
})

test('by need, each project gets its exact share plus at most one cent, and a larger need never gets less', () => {
  fc.assert(
    fc.property(cases, ([sum, list]) => {
      const parts = spreadByNeed(sum, list)
      const total = BigInt(sumOf(list))
      list.forEach((need, at) => {
        const exact = (BigInt(sum) * BigInt(need)) / total
        expect([exact, exact + 1n]).toContain(BigInt(parts[at]!))
        list.forEach((other, place) => {
          if (need > other) expect(parts[at]).toBeGreaterThanOrEqual(parts[place]!)
          if (need === other && at < place) expect(parts[at]).toBeGreaterThanOrEqual(parts[place]!)
        })
      })
    }),
    { numRuns: runs(200) },
  )
})

test('equally, a project below its need gets as much as any other, give or take one cent', () => {
  fc.assert(
    fc.property(cases, ([sum, list]) => {
      const parts = spreadEqually(sum, list)
      const most = Math.max(...parts)
      parts.forEach((part, at) => {
        if (part < list[at]!) expect(part).toBeGreaterThanOrEqual(most - 1)
      })
    }),
    { numRuns: runs(200) },
  )
})

test('a sum above the total need is spread only up to each need', () => {
  expect(spreadByNeed(1000, [300, 200])).toEqual([300, 200])
  expect(spreadEqually(1000, [300, 200])).toEqual([300, 200])
})

test('rounding cents go to the largest need, and among equal needs to the first', () => {
  expect(spreadByNeed(600_000, [185_000, 430_000, 265_000])).toEqual([126_136, 293_182, 180_682])
  expect(spreadByNeed(100, [50, 50, 50])).toEqual([34, 33, 33])
  expect(spreadByNeed(101, [50, 50, 50])).toEqual([34, 34, 33])
  expect(spreadEqually(100, [90, 90, 90])).toEqual([34, 33, 33])
  expect(spreadEqually(100, [10, 90, 91])).toEqual([10, 45, 45])
  expect(spreadEqually(101, [10, 90, 91])).toEqual([10, 45, 46])
})

test('the type rest gives each project its need, whatever the sum', () => {
  expect(spreadSum('rest', 1, [300, 200])).toEqual([300, 200])
})

test('a budget is valid from its first to its last day, both inclusive', () => {
  const budget = { valid_from: '2026-01-01', valid_until: '2026-12-31' }
  expect(
    ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'].map((day) => isValidOn(budget, day)),
  ).toEqual([false, true, true, false])
  expect(isValidOn({ valid_from: null, valid_until: null }, '1990-01-01')).toBe(true)
})

test('an accepted non-profit review or a valid proof makes an organization a public benefit', () => {
  const outcomes = [null, 2, 3, 4] as const
  expect(
    outcomes.map((nonprofit_review_status) =>
      isPublicBenefit({ nonprofit_review_status, exemption_expired: true }),
    ),
  ).toEqual([false, true, false, true])
  expect(isPublicBenefit({ nonprofit_review_status: 3, exemption_expired: false })).toBe(true)
})
