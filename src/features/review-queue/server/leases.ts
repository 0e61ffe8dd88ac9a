import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { personName } from '#server/base/person-name.ts'
import { type QueueKind } from '#features/reviews/queue.ts'

/** Leases renewed before `since` have expired. */
export type LeaseTime = { now: Date; since: Date }

export type StoredLease = { id: number; name: string; since: Date; slug: string }

/** Active leases of other people, on all projects or on one. */
export async function leasesOfOthers(
  db: Db,
  { since }: LeaseTime,
  me: number,
  slug?: string,
): Promise<StoredLease[]> {
  const { rows } = await sql<StoredLease>`
    select users.id, ${personName} as name, lease.taken_at as since, projects.slug
    from review_leases lease join users on users.id = lease.user_id join projects on projects.id = lease.project_id
    where lease.seen_at >= ${since} and lease.user_id <> ${me}
      ${slug === undefined ? sql`` : sql`and projects.slug = ${slug}`}
    order by lease.taken_at, users.id`.execute(db)
  return rows
}

/** Decisions of a kind that were not undone, the newest first. */
export const standingDecisions = (kind: QueueKind) => sql`
  select decision.id, decision.outcome, decision.reason, decision.decided_by, decision.decided_at, decision.kind
  from review_decisions decision
  where decision.subject = 'project' and decision.subject_id = projects.id and decision.kind = ${kind}
    and decision.outcome is not null and decision.undoes is null
    and not exists (select from review_decisions later where later.undoes = decision.id)`

type LeaseRequest = { kind: QueueKind; slugs: string[]; openedAt?: string | undefined }

/**
 * Takes the first project, in their order, that nobody else has open, and releases the person's previous one. A
 * concurrent call waits and then finds the row taken, so two people never get the same project. Undefined when all are
 * taken.
 */
export async function leaseFirst(
  tx: Db,
  { kind, slugs, openedAt }: LeaseRequest,
  { now, since }: LeaseTime,
  me: number,
): Promise<string | undefined> {
  const passedOver: string[] = []
  while (passedOver.length < slugs.length) {
    const offered = slugs.filter((slug) => !passedOver.includes(slug))
    // oxlint-disable-next-line no-await-in-loop -- repeats only after losing a race
    const { rows } = await sql<{ id: number; slug: string }>`
      select projects.id, projects.slug
      from unnest(${offered}::text[]) with ordinality as offered (slug, place) join projects on projects.slug = offered.slug
      left join review_leases lease on lease.project_id = projects.id
      where (lease.project_id is null or lease.user_id = ${me} or lease.seen_at < ${since})
        ${openedAt === undefined ? sql`` : sql`and not exists (${standingDecisions(kind)} and decision.decided_at >= ${openedAt})`}
      order by offered.place limit 1`.execute(tx)
    const free = rows[0]
    if (!free) return undefined
    // oxlint-disable-next-line no-await-in-loop
    const taken = await sql`
      insert into review_leases (project_id, user_id, taken_at, seen_at) values (${free.id}, ${me}, ${now}, ${now})
      on conflict (project_id) do update set user_id = excluded.user_id, seen_at = excluded.seen_at,
        taken_at = case when review_leases.user_id = excluded.user_id and review_leases.seen_at >= ${since}
          then review_leases.taken_at else excluded.taken_at end
      where review_leases.user_id = ${me} or review_leases.seen_at < ${since}
      returning project_id`.execute(tx)
    if (taken.rows.length > 0) {
      // oxlint-disable-next-line no-await-in-loop
      await sql`delete from review_leases where user_id = ${me} and project_id <> ${free.id}`.execute(tx)
      return free.slug
    }
    passedOver.push(free.slug)
  }
  return undefined
}

/** Renews the lease; false when the person no longer holds the project. */
export async function renewLease(
  tx: Db,
  slug: string,
  { now, since }: LeaseTime,
  me: number,
): Promise<boolean> {
  const kept = await sql`
    update review_leases set seen_at = ${now}
    where user_id = ${me} and seen_at >= ${since} and project_id = (select id from projects where slug = ${slug})
    returning project_id`.execute(tx)
  return kept.rows.length > 0
}

export async function releaseLeases(tx: Db, me: number): Promise<void> {
  await tx.deleteFrom('review_leases').where('user_id', '=', me).execute()
}

/** Refuses a person without the lease of the locked project: somebody else holds it, or it was released. */
export async function requireLease(
  tx: Db,
  projectId: number,
  { since }: LeaseTime,
  me: number,
): Promise<void> {
  const { rows } = await sql<{ user_id: number; name: string }>`
    select user_id, ${personName} as name from review_leases join users on users.id = user_id
    where project_id = ${projectId} and seen_at >= ${since} for no key update of review_leases`.execute(tx)
  const lease = rows[0]
  if (!lease) throw conflict('review_given_back')
  if (lease.user_id !== me) throw conflict('review_taken', { parameters: { name: lease.name } })
}
