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

/** A gift that an earlier import booked; `left` is what rows before these have not taken of its `cents`. */
export type BookedGift = Pick<AmountRow, 'group' | 'on' | 'cents'> & {
  id: number
  left: number
  /** It stands as the import left it, in a month that is open: something may be taken off it. */
  free: boolean
}

/** Why a row finds nothing that it takes back. */
export const reversalRefusals = [
  'reversal_without_gift',
  'reversal_too_large',
  'reversal_of_several',
  'reversal_of_booked',
] as const
export type ReversalRefusal = (typeof reversalRefusals)[number]

/**
 * What is taken off each gift of the file, which booked gift a row takes back, and which rows take from none; rows by `n`,
 * booked gifts by `id`.
 */
export type Reversals = {
  taken: Map<number, number>
  ofBooked: Map<number, number>
  refused: Map<number, ReversalRefusal>
}

/**
 * Which gift each reversal takes back: one of its group (organization, project, currency), of no later year, with as much
 * left. First those that are a whole gift, then the others from the largest on; of several gifts of the file it is the
 * latest, of several that were booked before none, for nobody could say which. The order of the rows says nothing. What is
 * known takes from what is known alone.
 */
export function pairReversals(
  gifts: readonly AmountRow[],
  reversals: readonly AmountRow[],
  booked: readonly BookedGift[] = [],
): Reversals {
  const left = new Map(gifts.map((gift) => [gift.n, gift.cents]))
  const standing = new Map(booked.map((gift) => [gift.id, gift.left]))
  const inGroup = Map.groupBy(gifts.toSorted(byDayFromLast), (gift) => gift.group)
  const bookedInGroup = Map.groupBy(booked, (gift) => gift.group)
  const found: Reversals = { taken: new Map(), ofBooked: new Map(), refused: new Map() }
  const inFile = (one: AmountRow) =>
    (inGroup.get(one.group) ?? []).filter((gift) => yearOf(gift) <= yearOf(one))
  const before = (one: AmountRow) =>
    one.known ? [] : (bookedInGroup.get(one.group) ?? []).filter((gift) => yearOf(gift) <= yearOf(one))

  const fromFile = (fits: Fits) => (one: AmountRow) => {
    const gift = inFile(one).find(
      (other) => other.known === one.known && fits(left.get(other.n)!, one, other),
    )
    if (!gift) return false
    left.set(gift.n, left.get(gift.n)! - one.cents)
    found.taken.set(gift.n, (found.taken.get(gift.n) ?? 0) + one.cents)
    return true
  }
  const fromBooked = (fits: FitsBooked) => (one: AmountRow) => {
    const [gift, another] = meant(one, fits)
    if (!gift || another) return false
    standing.set(gift.id, standing.get(gift.id)! - one.cents)
    found.ofBooked.set(one.n, gift.id)
    return true
  }
  const meant = (one: AmountRow, fits: FitsBooked) =>
    before(one).filter((gift) => gift.free && fits(standing.get(gift.id)!, one))

  let open = reversals.toSorted(byAmountFromLargest)
  const rounds = [fromFile(isWhole), fromBooked(isAll), fromFile(hasLeft), fromBooked(hasLeft)]
  // What one takes may leave a single gift to another: until nothing moves any more, so that a second time nothing does.
  for (let were = Infinity; open.length < were;) {
    were = open.length
    for (const isDone of rounds) open = open.filter((one) => !isDone(one))
  }
  for (const one of open)
    if (!one.known)
      found.refused.set(
        one.n,
        meant(one, hasLeft).length > 1 ? 'reversal_of_several' : whyNone(inFile(one), before(one), one),
      )
  return found
}

type Fits = (left: number, one: AmountRow, gift: AmountRow) => boolean
type FitsBooked = (left: number, one: AmountRow) => boolean
const isWhole: Fits = (left, one, gift) => gift.cents === one.cents && left === one.cents
const isAll: FitsBooked = (left, one) => left === one.cents
const hasLeft: FitsBooked = (left, one) => left >= one.cents

function whyNone(gifts: AmountRow[], booked: BookedGift[], one: AmountRow): ReversalRefusal {
  if (booked.some((gift) => !gift.free && gift.cents >= one.cents)) return 'reversal_of_booked'
  return gifts.length + booked.length > 0 ? 'reversal_too_large' : 'reversal_without_gift'
}

const yearOf = ({ on }: { on: string }) => on.slice(0, 4)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byDayFromLast = (a: AmountRow, b: AmountRow) => compare(b.on, a.on) || compare(a.key, b.key)
const byAmountFromLargest = (a: AmountRow, b: AmountRow) =>
  b.cents - a.cents || compare(a.on, b.on) || compare(a.key, b.key)
