import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Difference = { combination: string; kept: number; counted: number }

/** Combinations of filter values whose kept count differs from the organizations themselves; empty when all agree. */
export async function findOrganizationCountDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with both_sides as (
      select (to_jsonb(kept) - 'n')::text as combination, n, 0 as one from organization_counts kept
      union all
      select to_jsonb(key)::text, 0, n
      from (select count_key(organizations) as key, count(*) as n from organizations group by 1) counted
    )
    select combination, sum(n)::bigint as kept, sum(one)::bigint as counted
    from both_sides group by combination having sum(n) <> sum(one) order by combination`.execute(db)
  return rows
}
