import { type RawBuilder, sql } from 'kysely'
import { type Day, dayOf } from '#shared/dates.ts'
import { recordStatus } from '#shared/statuses.ts'
import { inScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { User } from '#server/auth/session.ts'
import { waitingForDecision } from '#features/approvals/server/queries.ts'
import { openLines } from '#features/bank-statements/server/lines.ts'
import { endingProofs } from '#features/forecast/server/queries.ts'
import { payouts } from '#features/payouts/contract.ts'
import { waitingPayouts } from '#features/payouts/server/list.ts'
import { projects } from '#features/projects/contract.ts'
import { projectCount } from '#features/projects/server/list.ts'
import { dueTasks } from '#features/tasks/server/list.ts'
import { projectsToReview, waitingPayoutLists } from '../lists.ts'
import { byUrgency, mayWaitFor, type WaitingKind, waitingKinds } from '../waiting.ts'

type Reader = { user: User; now: Date; today: Day; timeZone: string }

const toReview = projects.list.query.parse(projectsToReview)
const payoutsOpen = payouts.list.query.parse(waitingPayoutLists.payouts_open)
const payoutsExported = payouts.list.query.parse(waitingPayoutLists.payouts_exported)

// Each query returns one row: the number of items, `day` or `at` of the most urgent, and optionally `cents` and `first_id`.
const queriesByKind: Record<
  WaitingKind,
  (db: Db, asking: Reader) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
> = {
  tasks: (_db, { user, today }) => dueTasks({ userId: user.id, today }),
  approvals: (_db, { user, now }) => waitingForDecision(user, now),
  payouts_open: () => waitingPayouts('open', payoutsOpen),
  payouts_exported: () => waitingPayouts('exported', payoutsExported),
  lines: () => openLines,
  reviews: () => sql`
      select (${projectCount(toReview)}) as count, (
        select least(needs_donation_review_since, needs_voting_review_since) from projects
        where status <> ${sql.lit(recordStatus.archived)} and (needs_donation_review or needs_voting_review)
        order by least(needs_donation_review_since, needs_voting_review_since), id limit 1
      ) as at`,
  failed_emails: () =>
    sql`select count(*) as count, min(created_at) as at from emails where state = 'failed'`,
  imports: (_db, { user }) => sql`
      select count(*) as count, min(created_at) as at, min(id) as first_id from imports
      where state in ('uploaded', 'checked') and ${inScope(scopeOf(user), sql`company_id`)}`,
  proofs: (db, { today }) => endingProofs(db, today),
}

type Row = {
  kind: WaitingKind
  count: number
  day: Day | null
  at: Date | null
  cents: number | null
  first_id: number | null
}

/** Waiting items of a person, the most urgent first, in one statement; it skips areas they have no right for. */
export async function waitingFor(db: Db, asking: Reader) {
  const { user, today, timeZone } = asking
  const kinds = waitingKinds.filter((kind) => mayWaitFor(user, kind))
  if (kinds.length === 0) return []
  const parts: RawBuilder<unknown>[] = []
  for (const kind of kinds)
    parts.push(sql`
      select ${kind}::text as kind, to_jsonb(found) as found from (${await queriesByKind[kind](db, asking)}) found`)
  const { rows } = await sql<Row>`
    select kind, (found->>'count')::bigint as count, (found->>'day')::date as day,
      (found->>'at')::timestamptz as at, (found->>'cents')::bigint as cents, (found->>'first_id')::bigint as first_id
    from (${sql.join(parts, sql` union all `)}) of_kinds
    where (found->>'count')::bigint > 0`.execute(db)
  const items = rows.map(({ at, day, ...row }) => ({ ...row, day: at ? dayOf(at, timeZone) : day }))
  return byUrgency(items, today)
}
