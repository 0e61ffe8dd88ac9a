import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { monthsOf, type Span } from '#shared/periods.ts'
import type { DecisionTimes } from '../contract.ts'

/**
 * Decision times of projects in a period, in total and by month, for requested decisions that were not undone. A time runs from
 * the day of the request to the day of the decision, in Berlin.
 */
export async function decisionTimesOf(
  db: Db,
  { from, to }: Span,
): Promise<Pick<DecisionTimes, 'decisions' | 'half_days' | 'most_days' | 'months'>> {
  const { rows } = await sql<DecisionTimes['months'][number] & { is_total: boolean }>`
    select month, grouping(month) = 1 as is_total, count(*)::integer as decisions,
      percentile_disc(0.5) within group (order by days) as half_days,
      percentile_disc(0.9) within group (order by days) as most_days
    from (
      select to_char(decided_at at time zone 'Europe/Berlin', 'YYYY-MM') as month,
        (decided_at at time zone 'Europe/Berlin')::date - (asked_at at time zone 'Europe/Berlin')::date as days
      from review_decisions decision
      where subject = 'project' and outcome is not null and asked_at is not null
        and decided_at >= ${from}::date::timestamp at time zone 'Europe/Berlin'
        and decided_at < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin'
        and not exists (select from review_decisions later where later.undoes = decision.id)
    ) decided
    group by grouping sets ((month), ())`.execute(db)
  const none = { decisions: 0, half_days: null, most_days: null }
  const of = new Map(rows.filter((row) => !row.is_total).map((row) => [row.month, row]))
  const timesOf = ({ decisions, half_days, most_days }: Omit<DecisionTimes['months'][number], 'month'>) => ({
    decisions,
    half_days,
    most_days,
  })
  return {
    ...timesOf(rows.find((row) => row.is_total) ?? none),
    months: monthsOf({ from, to }).map((month) => ({ month, ...timesOf(of.get(month) ?? none) })),
  }
}
