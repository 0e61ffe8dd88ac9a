import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Decisions on reviewed projects, mostly within a week after the request. */
export async function seedDecisions(tx: Db, { now, by }: { now: Date; by: number }): Promise<void> {
  await sql`
    insert into review_decisions (subject, subject_id, kind, outcome, decided_by, decided_at, asked_at)
    select 'project', id, 'review', review_status, ${by}::bigint, decided_at,
      decided_at - make_interval(days => (1 + id % 6 + case when id % 9 = 0 then 14 else 0 end)::integer)
    from (
      select id, review_status, created_at + make_interval(days => (21 + id % 5)::integer) as decided_at
      from projects where review_status is not null
    ) project
    where decided_at < ${now}::timestamptz
    order by decided_at, id`.execute(tx)
}
