import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Difference = {
  combination: string
  kept: number
  counted: number
  kept_missing_cents: number
  missing_cents: number
}

/**
 * Combinations of filter values whose kept number of projects, or what these still need, differs from the projects
 * themselves; empty when all is well.
 */
export async function findCountDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with both_sides as (
      select row(status, review_status, needs_donation_review, content_review_status, voting_review_status,
        needs_voting_review, financing, is_banned, funding_key, internal_status_id)::text as combination, n, 0 as one,
        missing_cents as kept_cents, 0::bigint as cents
      from project_counts
      union all
      select row(status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
        coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
        coalesce(internal_status_id, 0))::text, 0, 1, 0, greatest(0, target_cents - funded_cents)
      from projects
    )
    select combination, sum(n)::bigint as kept, sum(one)::bigint as counted,
      sum(kept_cents)::bigint as kept_missing_cents, sum(cents)::bigint as missing_cents
    from both_sides group by combination
    having sum(n) <> sum(one) or sum(kept_cents) <> sum(cents) order by combination`.execute(db)
  return rows
}

/** Folds the appended differences of the kept counts together; an hourly chore. */
export async function compactCounts(db: Db): Promise<void> {
  await sql`select compact_project_counts()`.execute(db)
}

/** Makes the kept counts anew from the projects; writers wait meanwhile. */
export async function rebuildCounts(db: Db): Promise<void> {
  await sql`select rebuild_project_counts()`.execute(db)
}
