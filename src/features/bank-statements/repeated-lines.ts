import type { Day } from '#shared/dates.ts'

/** The lines of a statement in order, each with day and cents, and its balances. */
export type LineSequence = {
  days: readonly Day[]
  cents: readonly number[]
  opening_cents: number
  closing_cents: number
}

/**
 * Indexes of lines of `other` that `statement` may repeat; none when the balances prove that both have different lines.
 * Statements with common lines meet in the sequence of balances: one opens at a balance within the other, and from
 * there one contains the rest of the other. The days that a file claims do not count. When two continue each other by
 * balance, they share only whole days that sum to zero and appear in both.
 */
export function repeatedLines(other: LineSequence, statement: LineSequence): readonly number[] {
  const everything = everyPlace(other)
  const follows = continuesAt(other, statement)
  const precedes = continuesAt(statement, other)
  if (!follows || precedes)
    for (const { isWithin, covers, isWholeDays } of tailsFrom(statement, other))
      if ((!precedes || isWholeDays) && (isWithin || covers)) return everything
  if (!precedes || follows)
    for (const { tail, isWithin, covers, isWholeDays } of tailsFrom(other, statement)) {
      if (follows && !isWholeDays) continue
      if (isWithin || (covers && (!follows || precedes))) return tail()
    }
  // Both close at the same balance: one is the end of the other, in whatever order the bank lists lines of a day.
  const endsAlike = !follows && !precedes && other.closing_cents === statement.closing_cents
  if (!endsAlike) return []
  const { from, until } = reachOf(statement, everyPlace(statement), other)
  return from === 0 || until >= 0 ? everything : []
}

/** True when the later one opens at the earlier one's closing balance and has no day before that one's last. */
function continuesAt(earlier: LineSequence, later: LineSequence): boolean {
  if (earlier.closing_cents !== later.opening_cents) return false
  const last = earlier.days.reduce((latest, day) => (day > latest ? day : latest), '')
  return later.days.every((day) => day >= last)
}

/** Maximum number of places with the same balance that are tried. */
const mostPlaces = 50

type Tail = {
  tail: () => number[]
  /** The other one contains each of its lines, equally often. */
  isWithin: boolean
  /** It contains each line of the other one. */
  covers: boolean
  isWholeDays: boolean
}

/**
 * The rests of a statement from each place where it has the other one's opening balance, in each order that banks use.
 */
function* tailsFrom(sequence: LineSequence, other: LineSequence): Generator<Tail> {
  for (const order of ordersOf(sequence)) {
    const { from, until } = reachOf(sequence, order, other)
    let places = 0
    let now = sequence.opening_cents
    for (const [at, line] of order.entries()) {
      if (now === other.opening_cents) {
        if (++places > mostPlaces) break
        const isWholeDays = at === 0 || sequence.days[order[at - 1]!] !== sequence.days[line]
        yield { tail: () => order.slice(at), isWithin: at >= from, covers: at <= until, isWholeDays }
      }
      now += sequence.cents[line]!
    }
  }
}

/**
 * Compares all rests of a statement in one pass from its end: those that begin at `from` or later are contained in the
 * other one; those that begin at `until` or earlier contain all of it (-1 when none does).
 */
function reachOf(
  sequence: LineSequence,
  order: readonly number[],
  other: LineSequence,
): { from: number; until: number } {
  const left = new Map<string, number>()
  for (const at of everyPlace(other)) {
    const key = keyOf(other, at)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  let missing = other.days.length
  let [from, until] = [0, missing === 0 ? order.length : -1]
  for (let at = order.length - 1; at >= 0; at--) {
    const key = keyOf(sequence, order[at]!)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    if (count > 0) missing--
    else if (from === 0) from = at + 1
    if (missing === 0 && until < 0) until = at
  }
  return { from, until }
}

const everyPlace = ({ days }: LineSequence) => days.map((_, at) => at)
const keyOf = ({ days, cents }: LineSequence, at: number) => `${days[at]} ${cents[at]}`

/** The possible orders: as written, newest first, and both sorted by day. */
function ordersOf({ days }: LineSequence): number[][] {
  const written = days.map((_, at) => at)
  const reversed = written.toReversed()
  const isForwards = days.every((day, at) => at === 0 || days[at - 1]! <= day)
  const isBackwards = days.every((day, at) => at === 0 || days[at - 1]! >= day)
  const byDay = (order: number[]) =>
    order.toSorted((a, b) => (days[a]! < days[b]! ? -1 : days[a]! > days[b]! ? 1 : 0))
  return [
    written,
    reversed,
    ...(isForwards ? [] : [byDay(written)]),
    ...(isBackwards ? [] : [byDay(reversed)]),
  ]
}

/** True when the bank's numbers are consecutive: 47 and 48, or two pages of 47. */
export function isNextNumber(before: string, after: string): boolean {
  const [one, other] = [numbered(before), numbered(after)]
  if (!one || !other || one.prefix !== other.prefix) return false
  if (other.number === one.number + 1) return true
  return other.number === one.number && other.page === one.page + 1
}

/** True when the bank's number of one statement precedes another's. */
export function isEarlierNumber(before: string, after: string): boolean {
  const [one, other] = [numbered(before), numbered(after)]
  if (!one || !other || one.prefix !== other.prefix) return false
  return one.number < other.number || (one.number === other.number && one.page < other.page)
}

function numbered(text: string) {
  const match = /^([A-Z]*)(\d{1,12})(?:\/(\d{1,6}))?$/i.exec(text.trim())
  if (!match) return undefined
  return { prefix: match[1], number: Number(match[2]), page: Number(match[3] ?? 0) }
}
