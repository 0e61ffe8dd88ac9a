import { monthsOf, type Span } from '#shared/periods.ts'
import { recordStatus } from '#shared/statuses.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fundingByMonth } from '#features/ledger/server/totals.ts'
import { projects } from '#features/projects/contract.ts'
import { type ProjectSum, sumProjects } from '#features/projects/server/list.ts'
import { projectLists } from '../lists.ts'
import { type ByType, totalOf } from '../rules.ts'

/** Received cents per month and type; their sum is the figure. */
export async function fundingOf(db: Db, span: Span) {
  const rows = await fundingByMonth(db, span)
  const months = monthsOf(span).map((month) => {
    const by_type: ByType = { 1: 0, 2: 0, 3: 0, 4: 0 }
    for (const row of rows) if (row.month === month) by_type[row.funding_type] = row.cents
    return { month, by_type }
  })
  return { ...span, cents: months.reduce((sum, { by_type }) => sum + totalOf(by_type), 0), months }
}

type ListName = keyof typeof projectLists

const queries = Object.fromEntries(
  Object.entries(projectLists).map(([name, query]) => [
    name,
    // Like the page of active projects.
    projects.list.query.parse({ ...query, exclude_status: 'archived' }),
  ]),
) as Record<ListName, ReturnType<typeof projects.list.query.parse>>

/** Count and missing cents of every list that a figure links to, from the kept counts. */
export function sumLists(db: Db): Promise<Record<ListName, ProjectSum>> {
  return sumProjects(db, queries)
}

export type WaitingRow = {
  slug: string
  title: string
  organization_title: string
  needs_donation_review: boolean
  needs_voting_review: boolean
  since: Date | null
}

/** Projects that have waited longest for a review; unknown dates come last, and archived ones are left out. */
export async function longestWaiting(db: Db, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select slug, title, organization_title, needs_donation_review, needs_voting_review,
      least(needs_donation_review_since, needs_voting_review_since) as since
    from projects
    where status <> ${sql.lit(recordStatus.archived)} and (needs_donation_review or needs_voting_review)
    order by least(needs_donation_review_since, needs_voting_review_since), id
    limit ${limit}`.execute(db)
  return rows
}
