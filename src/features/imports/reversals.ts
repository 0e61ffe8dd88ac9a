/** A row with an amount: `cents` above zero, in the `currency` and project of its `group`; `key` is its identity. */
export type AmountRow = {
  n: number
  group: string
  on: string
  cents: number
  key: string
  /** An earlier import booked it, or took it off a gift. */
  known: boolean
}

/** A gift of an earlier import; `left` is the part of its `cents` that earlier rows have not taken. */
export type BookedGift = Pick<AmountRow, 'group' | 'on' | 'cents'> & {
  id: number
  left: number
  /** It is unchanged since its import and its month is open, so it may be reduced. */
  free: boolean
}

export const reversalRefusals = [
  'reversal_without_gift',
  'reversal_too_large',
  'reversal_of_several',
  'reversal_of_booked',
] as const
export type ReversalRefusal = (typeof reversalRefusals)[number]

/**
 * The amounts taken off each gift of the file, the booked gift that a row reduces, and the rows without a match; rows
 * by `n`, booked gifts by `id`.
 */
export type Reversals = {
  taken: Map<number, number>
  ofBooked: Map<number, number>
  refused: Map<number, ReversalRefusal>
}

/**
 * Pairs each reversal with a gift of its group (organization, project, currency), of no later year, with enough left.
 * Reversals of a full gift come first, then the others, largest first. Among several gifts of the file the latest wins;
 * among several booked ones none does, because the choice would be arbitrary. Row order does not matter. Known
 * reversals take only from known gifts.
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
  // A match may leave a single candidate for another reversal: repeats until nothing changes, so that a second import
  // finds nothing more.
  for (let were = Infinity; open.length < were;) {
    were = open.length
    for (const isDone of rounds) open = open.filter((one) => !isDone(one))
  }
  for (const one of open)
    if (!one.known)
      found.refused.set(
        one.n,
        meant(one, hasLeft).length > 1 ? 'reversal_of_several' : refusalReason(inFile(one), before(one), one),
      )
  return found
}

type Fits = (left: number, one: AmountRow, gift: AmountRow) => boolean
type FitsBooked = (left: number, one: AmountRow) => boolean
const isWhole: Fits = (left, one, gift) => gift.cents === one.cents && left === one.cents
const isAll: FitsBooked = (left, one) => left === one.cents
const hasLeft: FitsBooked = (left, one) => left >= one.cents

function refusalReason(gifts: AmountRow[], booked: BookedGift[], one: AmountRow): ReversalRefusal {
  if (booked.some((gift) => !gift.free && gift.cents >= one.cents)) return 'reversal_of_booked'
  return gifts.length + booked.length > 0 ? 'reversal_too_large' : 'reversal_without_gift'
}

const yearOf = ({ on }: { on: string }) => on.slice(0, 4)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byDayFromLast = (a: AmountRow, b: AmountRow) => compare(b.on, a.on) || compare(a.key, b.key)
const byAmountFromLargest = (a: AmountRow, b: AmountRow) =>
  b.cents - a.cents || compare(a.on, b.on) || compare(a.key, b.key)
