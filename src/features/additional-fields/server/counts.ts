import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Answers whose kept count differs from the actual number; empty when all agree. */
export async function findAnswerCountDifferences(db: Db) {
  const { rows } = await sql<{ answer: string; kept: number; counted: number }>`
    select concat_ws(' ', key, choice, number, status) as answer, sum(n)::bigint as kept, sum(one)::bigint as counted
    from (
      select field_id, choice, number, status, n, 0 as one from additional_counts
      union all
      select field_id, choice, number, status, 0, 1 from additional_answers join projects on projects.id = project_id
    ) both_sides left join additional_fields on additional_fields.id = field_id
    group by field_id, key, choice, number, status having sum(n) <> sum(one) order by 1`.execute(db)
  return rows
}
