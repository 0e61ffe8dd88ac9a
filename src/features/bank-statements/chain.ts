import type { Day } from '#shared/dates.ts'

/** The fields that decide how a statement follows another; cents. */
export type Link = {
  id: number
  from_day: Day
  to_day: Day
  opening_cents: number
  closing_cents: number
  has_balances: boolean
}

/** A statement in its account's chain. A day report counts until the statement of that day arrives. */
export type Chained = Link & { is_day_report: boolean }

/** A break to the previous statement: a gap, or days covered by both. */
export type Break =
  | { kind: 'gap'; other: number; from: Day; to: Day; difference_cents: number }
  | { kind: 'overlap'; other: number; from: Day; to: Day }

/** True when two statements continue each other: the later one opens where the earlier one closed. */
export const continues = (earlier: Link, later: Link) =>
  earlier.has_balances && later.has_balances && earlier.closing_cents === later.opening_cents

/** True when the later statement continues, by balance, on the same day on which the earlier one ends. */
export const continuesSameDay = (earlier: Link, later: Link) =>
  earlier.to_day === later.from_day && continues(earlier, later)

/** True when two statements cover the same days and neither continues the other. */
export const overlaps = (one: Link, other: Link) =>
  one.from_day <= other.to_day &&
  other.from_day <= one.to_day &&
  !continuesSameDay(one, other) &&
  !continuesSameDay(other, one)

/**
 * Maps each replaced day report of an account to its replacement for the same days: the bank's statement, or a later
 * report with the same opening balance.
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

/** The break before each statement of an account; replaced reports are skipped. */
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

/** Sorts by day; on one day, each statement follows the one it continues. */
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
