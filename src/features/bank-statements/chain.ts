import type { Day } from '#shared/dates.ts'

/** What of a statement says how it follows another; cents. */
export type Link = {
  id: number
  from_day: Day
  to_day: Day
  opening_cents: number
  closing_cents: number
  has_balances: boolean
}

/** How a statement stands to the one before it: something is missing between them, or days stand in both. */
export type Break =
  | { kind: 'gap'; other: number; from: Day; to: Day; difference_cents: number }
  | { kind: 'overlap'; other: number; from: Day; to: Day }

/** True when two statements continue each other: the later one opens where the earlier one closed. */
export const continues = (earlier: Link, later: Link) =>
  earlier.has_balances && later.has_balances && earlier.closing_cents === later.opening_cents

/** True when the later one goes on, by its balance, on the very day on which the earlier one ends. */
export const goesOn = (earlier: Link, later: Link) =>
  earlier.to_day === later.from_day && continues(earlier, later)

/** True when two statements tell of the same days and neither goes on where the other ended. */
export const overlaps = (one: Link, other: Link) =>
  one.from_day <= other.to_day && other.from_day <= one.to_day && !goesOn(one, other) && !goesOn(other, one)

/** Per statement of one account what breaks the chain to the one before it. */
export function breaksOf(statements: readonly Link[]): Map<number, Break> {
  const breaks = new Map<number, Break>()
  const sorted = inOrder(statements)
  sorted.forEach((statement, at) => {
    const before = sorted[at - 1]
    if (!before) return
    if (overlaps(before, statement)) {
      const to = before.to_day < statement.to_day ? before.to_day : statement.to_day
      const from = before.from_day > statement.from_day ? before.from_day : statement.from_day
      breaks.set(statement.id, { kind: 'overlap', other: before.id, from, to })
    } else if (statement.has_balances && before.has_balances && !continues(before, statement)) {
      breaks.set(statement.id, {
        kind: 'gap',
        other: before.id,
        from: before.to_day,
        to: statement.from_day,
        difference_cents: statement.opening_cents - before.closing_cents,
      })
    }
  })
  return breaks
}

/** By day; of one day, each behind the one that it continues. */
export function inOrder<S extends Link>(statements: readonly S[]): S[] {
  const sorted = statements.toSorted(
    (a, b) => compare(a.to_day, b.to_day) || compare(a.from_day, b.from_day) || a.id - b.id,
  )
  for (let at = 1; at < sorted.length; at++) {
    const [before, after] = [sorted[at - 1]!, sorted[at]!]
    const isSameDay = before.to_day === after.to_day && before.from_day === after.from_day
    if (isSameDay && !continues(before, after) && continues(after, before)) {
      sorted[at - 1] = after
      sorted[at] = before
    }
  }
  return sorted
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
