import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { coverNeeds } from './stages.ts'

test('needs are covered in order, none beyond its amount, and no money is lost', () => {
  const needs = fc.array(fc.record({ amount_cents: fc.integer({ min: 1, max: 1_000_000 }) }), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(needs, fc.integer({ min: -5, max: 4_000_000 }), (list, cents) => {
      const covered = coverNeeds(list, cents)
      const target = list.reduce((sum, need) => sum + need.amount_cents, 0)
      expect(covered.reduce((sum, need) => sum + need.covered_cents, 0)).toBe(
        Math.min(Math.max(0, cents), target),
      )
      for (const [at, need] of covered.entries()) {
        expect(need.covered_cents).toBeLessThanOrEqual(need.amount_cents)
        // The next need gets something only when this one is fully covered.
        if ((covered[at + 1]?.covered_cents ?? 0) > 0) expect(need.covered_cents).toBe(need.amount_cents)
      }
    }),
    { numRuns: runs(100) },
  )
})
