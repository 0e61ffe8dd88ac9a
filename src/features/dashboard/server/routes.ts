import { spanOf } from '#shared/periods.ts'
import { type Day, dayOf, daysBetween } from '#shared/dates.ts'
import { implement } from '#server/routes/implement.ts'
import { dashboard } from '../contract.ts'
import { yearBefore } from '../rules.ts'
import { fundingOf, longestWaiting, sumLists, type WaitingRow } from './queries.ts'
import { waitingFor } from './waiting.ts'

const shown = 5

function presentWaiting(row: WaitingRow, today: Day, timeZone: string) {
  const { slug, title, organization_title } = row
  const reviews: ('review' | 'voting_review')[] = [
    ...(row.needs_donation_review ? (['review'] as const) : []),
    ...(row.needs_voting_review ? (['voting_review'] as const) : []),
  ]
  const days = row.since && daysBetween(dayOf(row.since, timeZone), today)
  return { slug, title, organization_title, reviews, days }
}

export const dashboardRoutes = implement(dashboard, {
  waiting: async ({ reader, user, now, today, services }) => {
    const { timeZone } = services.config
    return { today, results: await waitingFor(reader, { user, now, today, timeZone }) }
  },

  funding: async ({ reader, query: { period }, today }) => {
    const span = spanOf(period, today)
    const now = await fundingOf(reader, span)
    const { months: _, ...before } = await fundingOf(reader, yearBefore(span))
    return { period, ...now, before }
  },

  projects: async ({ reader, today, services }) => {
    const sums = await sumLists(reader)
    const rows = await longestWaiting(reader, shown)
    const results = rows.map((row) => presentWaiting(row, today, services.config.timeZone))
    const [fully_funded, in_financing, expired] = [
      sums.fully_funded.count,
      sums.in_financing.count,
      sums.expired.count,
    ]
    return {
      count: sums.all.count,
      in_financing: sums.in_financing,
      needs_review: { count: sums.needs_review.count, oldest_days: results[0]?.days ?? null, results },
      financing: {
        fully_funded,
        in_financing,
        expired,
        banned: sums.banned.count,
        banned_only: sums.with_financing.count - fully_funded - in_financing - expired,
        none: sums.all.count - sums.with_financing.count,
      },
    }
  },
})
