import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Difference = {
  combination: string
  kept: number
  counted: number
  kept_missing_cents: number
  missing_cents: number
}

/**
 * Combinations of filter values whose kept count or kept missing amount differs from the projects themselves; empty when all
 * agree.
 */
export async function findCountDifferences(db: Db): Promise<Difference[]> {
  const usual = sql`jsonb_populate_record(null::project_usual_key, to_jsonb(key))`
  return [
    ...(await differencesOf(db, 'project_counts', sql`key`)),
    ...(await differencesOf(db, 'project_usual_counts', usual)),
  ]
}

async function differencesOf(
  db: Db,
  table: 'project_counts' | 'project_usual_counts',
  key: RawBuilder<unknown>,
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with both_sides as (
      select (to_jsonb(kept) - 'n' - 'missing_cents')::text as combination, n, 0 as one, missing_cents as kept_cents,
        0::bigint as cents
      from ${sql.table(table)} kept
      union all
      select to_jsonb(${key})::text, 0, n, 0, cents
      from (
        select count_key(projects) as key, count(*) as n, sum(missing_cents(projects)) as cents from projects group by 1
      ) counted
    )
    select combination, sum(n)::bigint as kept, sum(one)::bigint as counted,
      sum(kept_cents)::bigint as kept_missing_cents, sum(cents)::bigint as missing_cents
    from both_sides group by combination
    having sum(n) <> sum(one) or sum(kept_cents) <> sum(cents) order by combination`.execute(db)
  return rows
}
