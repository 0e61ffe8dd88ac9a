import type { Day } from '#shared/dates.ts'

/** The lines of a statement in its order, each by its day and cents, and its balances. */
export type Told = {
  days: readonly Day[]
  cents: readonly number[]
  opening_cents: number
  closing_cents: number
}

/**
 * The lines of `other` (by their places) that `statement` may tell once more; none where the balances say that both tell
 * of different lines. Two statements that share lines meet on the account's way from balance to balance: one of them opens
 * where the other stands in between, and from there on one holds what the other holds. The days a file claims to be of
 * say nothing here. Of two that continue each other by their balances, lines are only told twice where these come to
 * nothing and stand in both, whole days of them.
 */
export function retold(other: Told, statement: Told): readonly number[] {
  const everything = other.days.map((_, at) => at)
  const follows = continuesAt(other, statement)
  const precedes = continuesAt(statement, other)
  if (!follows || precedes)
    for (const { tail, isWholeDays } of tailsFrom(statement, other.opening_cents)) {
      if (precedes && !isWholeDays) continue
      const told = keysOf(statement, tail)
      if (isWithin(told, keysOf(other)) || isWithin(keysOf(other), told)) return everything
    }
  if (!precedes || follows)
    for (const { tail, isWholeDays } of tailsFrom(other, statement.opening_cents)) {
      if (follows && !isWholeDays) continue
      const told = keysOf(other, tail)
      const isPart = (!follows || precedes) && isWithin(keysOf(statement), told)
      if (isPart || isWithin(told, keysOf(statement))) return tail
    }
  // Both close alike: one is the end of the other, whatever order the bank gives the lines of a day.
  const endsAlike = !follows && !precedes && other.closing_cents === statement.closing_cents
  if (!endsAlike) return []
  const isPart = isWithin(keysOf(statement), keysOf(other)) || isWithin(keysOf(other), keysOf(statement))
  return isPart ? everything : []
}

/** True when the later one opens where the earlier one closes, and tells of no earlier day than that one's last. */
function continuesAt(earlier: Told, later: Told): boolean {
  if (earlier.closing_cents !== later.opening_cents) return false
  const last = earlier.days.reduce((latest, day) => (day > latest ? day : latest), '')
  return later.days.every((day) => day >= last)
}

/** More places with the same balance than this are not tried. */
const mostPlaces = 50

/** The rests of a statement from where it stands at a balance, in each order that banks write lines in. */
function* tailsFrom(told: Told, balance: number): Generator<{ tail: number[]; isWholeDays: boolean }> {
  for (const order of ordersOf(told)) {
    let places = 0
    let now = told.opening_cents
    for (const [at, line] of order.entries()) {
      if (now === balance) {
        if (++places > mostPlaces) break
        const isWholeDays = at === 0 || told.days[order[at - 1]!] !== told.days[line]
        yield { tail: order.slice(at), isWholeDays }
      }
      now += told.cents[line]!
    }
  }
}

/** As written, newest first, and both with the days in order. */
function ordersOf({ days }: Told): number[][] {
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

type Keys = { size: number; counts: ReadonlyMap<string, number> }

function keysOf({ days, cents }: Told, places?: readonly number[]): Keys {
  const counts = new Map<string, number>()
  const add = (at: number) => {
    const key = `${days[at]} ${cents[at]}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  if (places) places.forEach(add)
  else days.forEach((_, at) => add(at))
  return { size: places?.length ?? days.length, counts }
}

/** True when each line of one stands in the other, and equal ones as often. */
const isWithin = (part: Keys, whole: Keys) =>
  part.size <= whole.size && [...part.counts].every(([key, count]) => (whole.counts.get(key) ?? 0) >= count)

/** True when a bank numbers one statement right behind another: 47 and 48, or two pages of 47. */
export function isNextNumber(before: string, after: string): boolean {
  const [one, other] = [numbered(before), numbered(after)]
  if (!one || !other || one.prefix !== other.prefix) return false
  if (other.number === one.number + 1) return true
  return other.number === one.number && other.page === one.page + 1
}

/** True when a bank numbers one statement anywhere before another. */
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
