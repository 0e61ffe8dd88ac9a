import { addDays, addMonths, type Day } from '#shared/dates.ts'

/** Minimum number of monthly gifts, and the maximum distance of each from its day. */
export const rhythmRule = { least: 3, daysOff: 5 }

/** One of several gifts with the same donor, project and amount. */
export type GiftDay = { id: number; day: Day }

/** Monthly gifts in order, and the expected day of the next one. */
export type Rhythm = { gifts: number[]; since: Day; next_on: Day }

/**
 * Finds rhythms among gifts of one donor, project and amount: a first gift, then one for each later month within five
 * days of its day. A gift belongs to at most one rhythm; a month without one ends it.
 */
export function rhythmsOf(came: readonly GiftDay[]): Rhythm[] {
  const gifts = came.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id))
  const isTaken = gifts.map(() => false)
  /** Index of the first unused gift within five days of a day. */
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

/** Index of the first of sorted gifts on or after a day. */
function firstFrom(gifts: readonly GiftDay[], day: Day): number {
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
