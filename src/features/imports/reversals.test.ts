import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { type AmountRow, pairReversals } from './reversals.ts'

const row = (n: number, cents: number, more: Partial<AmountRow> = {}): AmountRow => ({
  n,
  group: 'A',
  on: '2016-12-31',
  key: `key ${n}`,
  known: false,
  cents,
  ...more,
})
const pairs = (gifts: AmountRow[], reversals: AmountRow[]) => {
  const { taken, refused } = pairReversals(gifts, reversals)
  return { taken: [...taken], refused: [...refused] }
}

describe('a reversal takes back', () => {
  test('the gift that it is as a whole, before it takes a part of a later one', () => {
    const gifts = [row(1, 500), row(2, 900, { on: '2017-03-01' })]
    expect(pairs(gifts, [row(3, 500, { on: '2017-12-31' })])).toEqual({ taken: [[1, 500]], refused: [] })
  })

  test('else a part of the latest gift with as much left, from the largest reversal on', () => {
    const gifts = [row(1, 500), row(2, 900, { on: '2017-03-01' })]
    const late = { on: '2018-12-31' }
    expect(pairs(gifts, [row(3, 400, late), row(4, 800, late)])).toEqual({
      taken: [
        [2, 800],
        [1, 400],
      ],
      refused: [],
    })
  })

  test('nothing of another group or of a later year, and never more than a gift has', () => {
    expect(pairs([row(1, 500, { group: 'B' })], [row(2, 500)]).refused).toEqual([
      [2, 'reversal_without_gift'],
    ])
    expect(pairs([row(1, 500, { on: '2017-01-01' })], [row(2, 500)]).refused).toEqual([
      [2, 'reversal_without_gift'],
    ])
    expect(pairs([row(1, 500), row(2, 500)], [row(3, 501)]).refused).toEqual([[3, 'reversal_too_large']])
    // The day may be before the gift's: many files say the year alone.
    expect(pairs([row(1, 500)], [row(2, 500, { on: '2016-05-01' })]).refused).toEqual([])
  })

  test('nothing that was booked before, as long as it is new itself', () => {
    const booked = row(1, 500, { known: true })
    expect(pairs([booked], [row(2, 500)])).toEqual({ taken: [], refused: [[2, 'reversal_of_booked']] })
    expect(pairs([booked], [row(2, 500, { known: true })])).toEqual({ taken: [[1, 500]], refused: [] })
  })
})

const amounts = (from: number) =>
  fc
    .array(
      fc.record({
        group: fc.constantFrom('A', 'B'),
        cents: fc.integer({ min: 1, max: 6 }),
        year: fc.constantFrom('2016', '2017'),
        known: fc.boolean(),
      }),
      { maxLength: 7 },
    )
    .map((rows) =>
      rows.map(({ year, ...one }, at) => row(from + at, one.cents, { ...one, on: `${year}-12-31` })),
    )

test('no gift goes below zero, sums agree, and the order of the rows says nothing', () => {
  fc.assert(
    fc.property(amounts(0), amounts(100), fc.infiniteStream(fc.nat()), (gifts, reversals, shuffle) => {
      const { taken, refused } = pairReversals(gifts, reversals)
      for (const gift of gifts) expect(gift.cents - (taken.get(gift.n) ?? 0)).toBeGreaterThanOrEqual(0)
      const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0)
      const newOf = (rows: AmountRow[]) => rows.filter((one) => !one.known)
      const accepted = newOf(reversals).filter((one) => !refused.has(one.n))
      expect(sum(newOf(gifts).map((gift) => taken.get(gift.n) ?? 0))).toBe(
        sum(accepted.map((one) => one.cents)),
      )
      const mixed = (rows: AmountRow[]) =>
        rows
          .map((one) => ({ one, at: shuffle.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one)
      const again = pairReversals(mixed(gifts), mixed(reversals))
      expect([again.taken, again.refused.size]).toEqual([taken, refused.size])
    }),
    { numRuns: runs(300) },
  )
})
