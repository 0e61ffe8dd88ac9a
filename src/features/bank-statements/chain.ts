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

/** A statement in the chain of its account; the report of a day stands there until the statement of that day comes. */
export type Chained = Link & { is_day_report: boolean }

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

/**
 * By the id of each report of a day the statement of one account that tells of the same days in its stead: the bank's
 * statement, or a later report that begins at the same balance.
 */
export function replacedReports(statements: readonly Chained[]): Map<number, number> {
  const replaced = new Map<number, number>()
  for (const report of statements) {
    if (!report.is_day_report) continue
    const covering = statements.filter(
      (other) =>
        other.id !== report.id &&
        other.from_day <= report.from_day &&
        other.to_day >= report.to_day &&
        (!other.is_day_report || (other.id > report.id && other.opening_cents === report.opening_cents)),
    )
    const found = covering.find((other) => !other.is_day_report) ?? covering.at(-1)
    if (found) replaced.set(report.id, found.id)
  }
  return replaced
}

/** Per statement of one account what breaks the chain to the one before it; replaced reports are no part of it. */
export function breaksOf(statements: readonly Chained[]): Map<number, Break> {
  const breaks = new Map<number, Break>()
  const replaced = replacedReports(statements)
  const sorted = inOrder(statements.filter(({ id }) => !replaced.has(id)))
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
