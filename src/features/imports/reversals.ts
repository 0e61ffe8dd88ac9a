/** A row with an amount: `cents` above zero in `currency` and project of its `group`; `key` is its identity. */
export type AmountRow = {
  n: number
  group: string
  /** A day, `YYYY-MM-DD`. */
  on: string
  cents: number
  key: string
  /** It was booked, or taken off, by an import before. */
  known: boolean
}

/** Why a row finds nothing that it takes back. */
export const reversalRefusals = ['reversal_without_gift', 'reversal_too_large', 'reversal_of_booked'] as const
export type ReversalRefusal = (typeof reversalRefusals)[number]

/** What is taken off each gift, and which rows take from none; both by `n`. */
export type Reversals = { taken: Map<number, number>; refused: Map<number, ReversalRefusal> }

/**
 * Which gift each reversal takes back: one of its group (organization, project, currency), of no later year, with as much
 * left. First those that are a whole gift, then the others from the largest on; of several gifts it is the latest. The order
 * of the rows says nothing. What is known takes from what is known alone, and what is new from what is new.
 */
export function pairReversals(gifts: readonly AmountRow[], reversals: readonly AmountRow[]): Reversals {
  const left = new Map(gifts.map((gift) => [gift.n, gift.cents]))
  const inGroup = Map.groupBy(gifts.toSorted(byDayFromLast), (gift) => gift.group)
  const found: Reversals = { taken: new Map(), refused: new Map() }
  const candidates = (one: AmountRow) =>
    (inGroup.get(one.group) ?? []).filter((gift) => yearOf(gift) <= yearOf(one))
  const isWhole = (gift: AmountRow, one: AmountRow) =>
    gift.cents === one.cents && left.get(gift.n) === one.cents
  const hasLeft = (gift: AmountRow, one: AmountRow) => left.get(gift.n)! >= one.cents
  let open = reversals.toSorted(byAmountFromLargest)
  for (const fits of [isWhole, hasLeft])
    open = open.filter((one) => {
      const gift = candidates(one).find((other) => other.known === one.known && fits(other, one))
      if (!gift) return true
      left.set(gift.n, left.get(gift.n)! - one.cents)
      found.taken.set(gift.n, (found.taken.get(gift.n) ?? 0) + one.cents)
      return false
    })
  for (const one of open) if (!one.known) found.refused.set(one.n, whyNone(candidates(one), one))
  return found
}

function whyNone(gifts: AmountRow[], one: AmountRow): ReversalRefusal {
  if (gifts.some((gift) => gift.known && gift.cents >= one.cents)) return 'reversal_of_booked'
  return gifts.length > 0 ? 'reversal_too_large' : 'reversal_without_gift'
}

const yearOf = ({ on }: AmountRow) => on.slice(0, 4)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byDayFromLast = (a: AmountRow, b: AmountRow) => compare(b.on, a.on) || compare(a.key, b.key)
const byAmountFromLargest = (a: AmountRow, b: AmountRow) =>
  b.cents - a.cents || compare(a.on, b.on) || compare(a.key, b.key)
