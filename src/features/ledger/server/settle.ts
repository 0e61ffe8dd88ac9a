import { auditOf } from '#server/audit/audit.ts'
import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { financing, recordStatus } from '#shared/statuses.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { randomToken } from '#server/base/tokens.ts'
import type { FundingType } from '../funding-types.ts'
import { accountIds } from './accounts.ts'
import { postEvents } from './post.ts'

/** A gift or the rest of one that is in no payout yet; cents. */
type Due = {
  funding_id: number
  project_id: number
  project_title: string
  funding_type: FundingType
  cents: number
}

/** Either given projects, or at most a number of those with something to settle. */
export type ToSettle = { projects: readonly number[] } | { atMost: number }

/**
 * Settles received gifts that are in no payout yet: project / payable, one payout per project and funding type
 * (product.md §4). Runs nightly for all projects, and at once for a fully funded one. Skips banned and archived
 * projects and, with all-or-nothing, those below their goal. Locks the projects by id. Needs the same few statements
 * for one project as for thousands; returns the number of payouts made.
 */
export async function settle(
  tx: Db,
  context: AuditContext,
  { business_day, ...which }: { business_day: Day } & ToSettle,
): Promise<number> {
  const due = await lockDue(tx, which)
  if (due.length === 0) return 0
  const groups = [...Map.groupBy(due, (gift) => `${gift.project_id} ${gift.funding_type}`).values()].map(
    (gifts) => ({ gifts, ...gifts[0]!, cents: gifts.reduce((sum, gift) => sum + gift.cents, 0) }),
  )
  const payouts = await insertPayouts(tx, context, groups, business_day)
  const received = await accountIds(
    tx,
    groups.map(({ project_id, funding_type }) => ({ kind: 'project', project_id, funding_type })),
  )
  const payable = await accountIds(
    tx,
    payouts.map(({ id }) => ({ kind: 'payable', payout_id: id })),
  )
  await postEvents(
    tx,
    context,
    groups.map(({ gifts, project_title, funding_type, cents }, at) => {
      const { id: payout_id, number } = payouts[at]!
      return {
        event: {
          action: 'settle',
          ...auditOf('payout', { id: payout_id, title: number }),
          after: { project: project_title, funding_type, amount_cents: cents, settled_on: business_day },
        },
        postings: [
          {
            entry: { kind: 'settled', business_day, payout_id },
            rows: gifts.map((gift) => ({
              purpose: 'settlement' as const,
              debit: received[at]!,
              credit: payable[at]!,
              amount_cents: gift.cents,
              funding_id: gift.funding_id,
            })),
          },
        ],
      }
    }),
  )
  await sql`update fundings set state = 'settled' where id = any(${due.map((gift) => gift.funding_id)}::bigint[])`.execute(
    tx,
  )
  return groups.length
}

/** The gifts to settle, with their projects locked. */
async function lockDue(tx: Db, which: ToSettle): Promise<Due[]> {
  const { rows: projects } = await sql<{ id: number }>`
    select id from projects
    where status <> ${sql.lit(recordStatus.archived)} and not is_banned
      and (financing = ${sql.lit(financing.fullyFunded)} or not (select all_or_nothing from platform_features where id = 1))
      and ${
        'projects' in which
          ? sql`id = any(${which.projects}::bigint[])`
          : sql`id in (select project_id from fundings where state = 'confirmed')`
      }
    order by id ${'atMost' in which ? sql`limit ${which.atMost}` : sql``}
    for no key update`.execute(tx)
  if (projects.length === 0) return []
  const { rows } = await sql<Due>`
    select funding.id as funding_id, funding.project_id, project.title as project_title, funding.funding_type,
      booked.cents
    from projects project join fundings funding on funding.project_id = project.id,
    lateral (
      select sum(received_cents - stage_cents('settled', purpose, amount_cents, reverses_id))::bigint as cents
      from ledger_rows where funding_id = funding.id
    ) booked
    where project.id = any(${projects.map((project) => project.id)}::bigint[]) and funding.state = 'confirmed'
      and booked.cents > 0
    order by funding.project_id, funding.id`.execute(tx)
  return rows
}

async function insertPayouts(
  tx: Db,
  { actor, now }: AuditContext,
  groups: { project_id: number; funding_type: FundingType; cents: number }[],
  settled_on: Day,
): Promise<{ id: number; number: string }[]> {
  const year = Number(settled_on.slice(0, 4))
  const wanted = groups.map(({ project_id, funding_type, cents }, place) => ({
    place,
    slug: `p-${randomToken().slice(0, 16)}`,
    project_id,
    funding_type,
    cents,
  }))
  const { rows } = await sql<{ id: number; number: string }>`
    with drawn as materialized (select draw_numbers('payout', ${year}::integer, ${groups.length}::integer) as first)
    insert into payouts (slug, number, project_id, funding_type, amount_cents, state, settled_on, created_by, created_at)
    select slug, show_number('AZ', ${year}::integer, first + place), project_id, funding_type, cents, 'open',
      ${settled_on}::date, ${actor.id}::bigint, ${now}
    from drawn, jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (
      place integer, slug text, project_id bigint, funding_type smallint, cents bigint)
    order by place
    returning id, number`.execute(tx)
  return rows
}
