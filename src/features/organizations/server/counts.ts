import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Difference = { combination: string; kept: number; counted: number }

/** Combinations of filter values whose kept number of organizations differs from the organizations themselves; empty when all is well. */
export async function findOrganizationCountDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with both_sides as (
      select row(status, review_status, needs_review, content_review_status, nonprofit_review_status,
        voting_review_status, needs_voting_review, internal_status_id)::text as combination, n, 0 as one
      from organization_counts
      union all
      select row(status, coalesce(review_status, 0), needs_review, coalesce(content_review_status, 0),
        coalesce(nonprofit_review_status, 0), coalesce(voting_review_status, 0), needs_voting_review,
        coalesce(internal_status_id, 0))::text, 0, 1
      from organizations
    )
    select combination, sum(n)::bigint as kept, sum(one)::bigint as counted
    from both_sides group by combination having sum(n) <> sum(one) order by combination`.execute(db)
  return rows
}
