import { addDays, addMonths, type Day } from '#shared/dates.ts'

/** Gifts of a month: how many there are at least, and how many days off each may come. */
export const rhythmRule = { least: 3, daysOff: 5 }

/** A gift of one donor to one project, all of one amount. */
export type Came = { id: number; day: Day }

/** Gifts that came month by month, first to last, and the day on which the next one is expected. */
export type Rhythm = { gifts: number[]; since: Day; next_on: Day }

const isNear = (day: Day, expected: Day) =>
  day >= addDays(expected, -rhythmRule.daysOff) && day <= addDays(expected, rhythmRule.daysOff)

/**
 * The rhythms among gifts of one donor, project and amount: from the first gift on, one for each month after it, at most
 * five days off its day. A gift belongs to one rhythm at most; a month without one ends it.
 */
export function rhythmsOf(came: readonly Came[]): Rhythm[] {
  let left = came.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id))
  const found: Rhythm[] = []
  while (left.length >= rhythmRule.least) {
    const first = left[0]!
    const run = [first]
    for (;;) {
      const expected = addMonths(first.day, run.length)
      const next = left.find((gift) => !run.includes(gift) && isNear(gift.day, expected))
      if (!next) break
      run.push(next)
    }
    const isRhythm = run.length >= rhythmRule.least
    if (isRhythm)
      found.push({
        gifts: run.map(({ id }) => id),
        since: first.day,
        next_on: addMonths(first.day, run.length),
      })
    left = left.filter((gift) => (isRhythm ? !run.includes(gift) : gift !== first))
  }
  return found
}

/** The day since which the next gift is missing, once it is more than five days late. */
export function missingSince(next_on: Day, today: Day): Day | null {
  return today > addDays(next_on, rhythmRule.daysOff) ? next_on : null
}
