import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { type AmountRow, type BookedGift, pairReversals } from './reversals.ts'

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

describe('a reversal in the same file', () => {
  test('takes the gift of its exact amount before a part of a later one', () => {
    const gifts = [row(1, 500), row(2, 900, { on: '2017-03-01' })]
    expect(pairs(gifts, [row(3, 500, { on: '2017-12-31' })])).toEqual({ taken: [[1, 500]], refused: [] })
  })

  test('otherwise takes part of the latest gift with enough left, largest reversals first', () => {
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

  test('takes from no other group or later year, and never more than a gift has', () => {
    expect(pairs([row(1, 500, { group: 'B' })], [row(2, 500)]).refused).toEqual([
      [2, 'reversal_without_gift'],
    ])
    expect(pairs([row(1, 500, { on: '2017-01-01' })], [row(2, 500)]).refused).toEqual([
      [2, 'reversal_without_gift'],
    ])
    expect(pairs([row(1, 500), row(2, 500)], [row(3, 501)]).refused).toEqual([[3, 'reversal_too_large']])
    // The day may be before the gift's, because many files give only the year.
    expect(pairs([row(1, 500)], [row(2, 500, { on: '2016-05-01' })]).refused).toEqual([])
  })

  test('takes only from known gifts when known itself, so that sums agree', () => {
    const known = row(1, 500, { known: true })
    expect(pairs([known], [row(2, 500)]).refused).toEqual([[2, 'reversal_too_large']])
    expect(pairs([known], [row(2, 500, { known: true })])).toEqual({ taken: [[1, 500]], refused: [] })
  })
})

describe('a reversal of a gift from an earlier import', () => {
  const booked = (id: number, cents: number, more: Partial<BookedGift> = {}): BookedGift => ({
    id,
    group: 'A',
    on: '2016-12-31',
    cents,
    left: cents,
    free: true,
    ...more,
  })
  const found = (gifts: BookedGift[], reversals: AmountRow[], inFile: AmountRow[] = []) => {
    const { taken, ofBooked, refused } = pairReversals(inFile, reversals, gifts)
    return { taken: [...taken], ofBooked: [...ofBooked], refused: [...refused] }
  }

  test('takes from the only possible gift, in full or else in part', () => {
    const gifts = [booked(7, 500), booked(8, 900)]
    expect(found(gifts, [row(1, 500)]).ofBooked).toEqual([[1, 7]])
    expect(found(gifts, [row(1, 800)]).ofBooked).toEqual([[1, 8]])
    expect(found([booked(7, 500)], [row(1, 200), row(2, 300)]).ofBooked).toEqual([
      [2, 7],
      [1, 7],
    ])
  })

  test('uses what other reversals leave, until a second pass would find nothing more', () => {
    const gifts = [booked(7, 500, { on: '2015-12-31' }), booked(8, 500)]
    const [late, early] = [row(1, 300), row(2, 200, { on: '2015-12-31' })]
    expect(found(gifts, [late, early])).toMatchObject({
      ofBooked: [
        [2, 7],
        [1, 7],
      ],
      refused: [],
    })
  })

  test('is refused with a reason when several gifts, none or a changed one match', () => {
    expect(found([booked(7, 500), booked(8, 500)], [row(1, 500)]).refused).toEqual([
      [1, 'reversal_of_several'],
    ])
    expect(found([booked(7, 500), booked(8, 600)], [row(1, 400)]).refused).toEqual([
      [1, 'reversal_of_several'],
    ])
    expect(found([booked(7, 500)], [row(1, 501)]).refused).toEqual([[1, 'reversal_too_large']])
    expect(found([booked(7, 500, { on: '2017-01-01' })], [row(1, 500)]).refused).toEqual([
      [1, 'reversal_without_gift'],
    ])
    expect(found([booked(7, 500, { free: false })], [row(1, 500)]).refused).toEqual([
      [1, 'reversal_of_booked'],
    ])
    expect(found([booked(7, 500, { left: 100 })], [row(1, 200)]).refused).toEqual([[1, 'reversal_too_large']])
  })

  test('prefers a full gift of its own file, and a booked gift to a part of one', () => {
    expect(found([booked(7, 500)], [row(1, 500)], [row(2, 500)])).toEqual({
      taken: [[2, 500]],
      ofBooked: [],
      refused: [],
    })
    expect(found([booked(7, 500)], [row(1, 500)], [row(2, 900)]).ofBooked).toEqual([[1, 7]])
  })
})

const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0)
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

const standing = amounts(500).map((rows) =>
  rows.map(({ n, group, on, cents, known }): BookedGift => ({
    id: n,
    group,
    on,
    cents,
    left: cents,
    free: known,
  })),
)

test('no gift becomes negative, sums agree, and row order does not matter', () => {
  fc.assert(
    fc.property(
      amounts(0),
      amounts(100),
      standing,
      fc.infiniteStream(fc.nat()),
      (gifts, reversals, booked, shuffle) => {
        const { taken, ofBooked, refused } = pairReversals(gifts, reversals, booked)
        const ofWhich = Map.groupBy(
          reversals.filter((one) => ofBooked.has(one.n)),
          (one) => ofBooked.get(one.n)!,
        )
        for (const gift of booked) {
          const taking = ofWhich.get(gift.id) ?? []
          expect(taking.every((one) => !one.known && one.group === gift.group && gift.free)).toBe(true)
          expect(sum(taking.map((one) => one.cents))).toBeLessThanOrEqual(gift.cents)
        }
        for (const gift of gifts) expect(gift.cents - (taken.get(gift.n) ?? 0)).toBeGreaterThanOrEqual(0)
        const newOf = (rows: AmountRow[]) => rows.filter((one) => !one.known)
        const accepted = newOf(reversals).filter((one) => !refused.has(one.n) && !ofBooked.has(one.n))
        expect(sum(newOf(gifts).map((gift) => taken.get(gift.n) ?? 0))).toBe(
          sum(accepted.map((one) => one.cents)),
        )
        const mixed = (rows: AmountRow[]) =>
          rows
            .map((one) => ({ one, at: shuffle.next().value }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one)
        const again = pairReversals(mixed(gifts), mixed(reversals), booked.toReversed())
        expect([again.taken, again.ofBooked, again.refused.size]).toEqual([taken, ofBooked, refused.size])
        const open = newOf(reversals).filter((one) => refused.has(one.n))
        const left = booked.map((gift) => {
          const cents = gift.cents - sum((ofWhich.get(gift.id) ?? []).map((one) => one.cents))
          return { ...gift, cents, left: cents }
        })
        const asBooked = newOf(gifts).map(({ n, ...gift }): BookedGift => ({
          ...gift,
          id: n,
          left: gift.cents - (taken.get(n) ?? 0),
          free: true,
        }))
        expect(pairReversals([], open, [...left, ...asBooked]).ofBooked.size).toBe(0)
      },
    ),
    { numRuns: runs(300) },
  )
})
