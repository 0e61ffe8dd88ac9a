import { addDays, addMonths, type Day } from '#shared/dates.ts'

/** Gifts of a month: how many there are at least, and how many days off each may come. */
export const rhythmRule = { least: 3, daysOff: 5 }

/** A gift of one donor to one project, all of one amount. */
export type Came = { id: number; day: Day }

/** Gifts that came month by month, first to last, and the day on which the next one is expected. */
export type Rhythm = { gifts: number[]; since: Day; next_on: Day }

/**
 * The rhythms among gifts of one donor, project and amount: from the first gift on, one for each month after it, at most
 * five days off its day. A gift belongs to one rhythm at most; a month without one ends it.
 */
export function rhythmsOf(came: readonly Came[]): Rhythm[] {
  const gifts = came.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id))
  const isTaken = gifts.map(() => false)
  /** The first gift that is left within five days of a day; its place. */
  const near = (day: Day): number | undefined => {
    const latest = addDays(day, rhythmRule.daysOff)
    for (let place = firstFrom(gifts, addDays(day, -rhythmRule.daysOff)); place < gifts.length; place++) {
      if (gifts[place]!.day > latest) return undefined
      if (!isTaken[place]) return place
    }
    return undefined
  }
  const found: Rhythm[] = []
  for (const [place, first] of gifts.entries()) {
    if (isTaken[place]) continue
    const run = [place]
    for (;;) {
      const next = near(addMonths(first.day, run.length))
      if (next === undefined) break
      run.push(next)
    }
    if (run.length < rhythmRule.least) continue
    for (const taken of run) isTaken[taken] = true
    found.push({
      gifts: run.map((taken) => gifts[taken]!.id),
      since: first.day,
      next_on: addMonths(first.day, run.length),
    })
  }
  return found
}

/** The place of the first of ordered gifts that came on a day or later. */
function firstFrom(gifts: readonly Came[], day: Day): number {
  let [from, to] = [0, gifts.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (gifts[middle]!.day < day) from = middle + 1
    else to = middle
  }
  return from
}

/** The day since which the next gift is missing, once it is more than five days late. */
export function missingSince(next_on: Day, today: Day): Day | null {
  return today > addDays(next_on, rhythmRule.daysOff) ? next_on : null
}
