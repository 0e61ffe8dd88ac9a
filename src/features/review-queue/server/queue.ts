import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { personName } from '#server/base/person-name.ts'
import {
  projectCount,
  projectIds,
  type ProjectQuery,
  selectableProjects,
} from '#features/projects/server/list.ts'
import { kindOf, namesReview, type QueueKind } from '#features/reviews/queue.ts'
import { longestQueue } from '../rules.ts'
import { type LeaseTime, standingDecisions, type StoredLease } from './leases.ts'

/** The list behind a queue: the query itself, or its projects that wait for a review when it names none. */
export function queueOf(query: ProjectQuery): { kind: QueueKind; query: ProjectQuery } {
  const filters = namesReview(query.filters) ? query.filters : { ...query.filters, needs_review: ['review'] }
  return { kind: kindOf(query.filters), query: { ...query, filters, exclude_status: 'archived' } }
}

/** The slugs of a queue in its order (longest waiting first, or the list's order) and their number. */
export async function openQueue(
  db: Db,
  query: ProjectQuery,
  sort: 'waiting' | 'list',
): Promise<{ slugs: string[]; count: number }> {
  const longestFirst = sql`
    select id from projects where ${selectableProjects.condition(query)} order by waiting_since, id`
  const { rows } = await sql<{ slugs: string[]; count: number }>`
    select (${projectCount(query)})::int as count, array(
      select projects.slug
      from unnest(array(${sort === 'list' ? projectIds(query) : longestFirst} limit ${longestQueue}))
        with ordinality as queued (id, place) join projects on projects.id = queued.id
      order by queued.place) as slugs`.execute(db)
  return rows[0]!
}

export type StoredDecision = {
  kind: QueueKind
  outcome: number
  reason: string
  by: string | null
  by_id: number | null
  at: Date
}

export type StoredQueueRow = {
  slug: string
  title: string
  organization: string
  waiting_since: Date | null
  taken: (Omit<StoredLease, 'slug' | 'since'> & { since: string }) | null
  decided: (Omit<StoredDecision, 'at'> & { at: string }) | null
}

/** The newest decision of a kind on the row of `projects`, as JSON; with `from` only if it is not older. */
export const newestDecision = (kind: QueueKind, from?: string) => sql`(
  select json_build_object('kind', newest.kind, 'outcome', newest.outcome, 'reason', newest.reason, 'by', ${personName},
    'by_id', newest.decided_by, 'at', to_char(newest.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from (${standingDecisions(kind)} ${from === undefined ? sql`` : sql`and decision.decided_at >= ${from}`}
    order by decision.id desc limit 1) newest left join users on users.id = newest.decided_by)`

/** Current values of the rows with these slugs, in their order. */
export async function queueRows(
  db: Db,
  { kind, slugs, openedAt }: { kind: QueueKind; slugs: string[]; openedAt: string },
  { since }: LeaseTime,
): Promise<StoredQueueRow[]> {
  const { rows } = await sql<StoredQueueRow>`
    select projects.slug, projects.title, projects.organization_title as organization, projects.waiting_since,
      (select json_build_object('id', users.id, 'name', ${personName}, 'since',
          to_char(lease.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from review_leases lease join users on users.id = lease.user_id
        where lease.project_id = projects.id and lease.seen_at >= ${since}) as taken,
      ${newestDecision(kind, openedAt)} as decided
    from unnest(${slugs}::text[]) with ordinality as wanted (slug, place) join projects on projects.slug = wanted.slug
    order by wanted.place`.execute(db)
  return rows
}
