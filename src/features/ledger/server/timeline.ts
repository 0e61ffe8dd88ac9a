import { type RawBuilder, sql } from 'kysely'
import type { ApprovalState, GuardedAct } from '#shared/approvals.ts'
import type { Day } from '#shared/dates.ts'
import { dayOf } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { actorInWords } from '#server/audit/system-actors.ts'
import { type CompanyScope, inScope, inScopeOrNoCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { paging } from '#server/lists/list-query.ts'
import { text, textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '../funding-types.ts'
import type { TimelineEntry } from '../money.ts'

/** The purpose whose rows make up an event's amount; null when all rows do. */
const amountOf = sql`case entry.kind
  when 'past_gift' then row.purpose = 'gift'
  when 'funded_internally' then row.purpose = 'gift'
  when 'defunded' then row.purpose = 'gift'
  when 'claim_opened' then row.purpose = 'claim'
  when 'claim_returned' then row.purpose = 'recovery'
  else true end`

/** People's decisions: no automatic settlement and nothing from outside. */
const isDecision: RawBuilder<boolean> = sql`(entry.created_by is not null and entry.kind <> 'settled')`

type Stored = {
  id: number
  kind: string
  business_day: Day
  at: Date
  amount_cents: number
  funding_types: FundingType[]
  actor: string
  approver: string | null
  company: { slug: string; title: string } | null
  note: string
  payouts: { slug: string; number: string }[] | null
  reversed_by: number | null
  reverses: number | null
}

/**
 * A project's money events, newest first, in cents: one entry per transaction, or per call if it changed several
 * payouts. Excludes money of companies out of scope.
 */
export async function timelineOf(
  db: Db,
  projectId: number,
  query: { page: number; page_size: number; show: 'decisions' | 'all' },
  { scope, locale }: { scope: CompanyScope; locale: Locale },
) {
  // One entry combines what one call did of one kind; transactions without a call are entries of their own.
  const grouped = sql`
    select coalesce(event.request_id || ' ' || entry.kind, entry.id::text) as key, min(entry.id) as id,
      array_agg(entry.id) as ids, bool_and(${isDecision}) as is_decision, min(entry.created_at) as at,
      null::text as state
    from (
      select distinct row.transaction_id from fundings funding join ledger_rows row on row.funding_id = funding.id
      where funding.project_id = ${projectId} and ${inScopeOrNoCompany(scope, sql`funding.company_id`)}
    ) mine
    join ledger_transactions entry on entry.id = mine.transaction_id
    left join audit_events event on event.id = entry.audit_event_id
    group by 1
    union all ${proposalsOf(projectId, scope)}`
  const { rows: counted } = await sql<{ all: number; decisions: number }>`
    select count(*)::integer as all, (count(*) filter (where is_decision))::integer as decisions
    from (${grouped}) entries`.execute(db)
  const { all, decisions } = counted[0]!
  const { rows: page } = await sql<{ id: number; ids: number[]; state: ApprovalState | null }>`
    select id, ids, state from (${grouped}) entries
    where ${query.show === 'all' ? sql`true` : sql`is_decision`}
    order by at desc, state is null, id desc, state <> 'waiting' desc
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db)
  const transactions = page.filter((entry) => entry.state === null)
  const { rows } = await sql<Stored>`
    select entries.id, entry.kind, entry.business_day, entry.created_at as at, entry.note, summed.cents as amount_cents,
      summed.funding_types, summed.payouts, summed.company,
      coalesce(nullif(concat_ws(' ', actor.first_name, actor.last_name), ''), event.actor_name, '') as actor,
      nullif(concat_ws(' ', approver.first_name, approver.last_name), '') as approver,
      (select min(later.id) from ledger_transactions later where later.reverses_id = any(entries.ids)) as reversed_by,
      entry.reverses_id as reverses
    from jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb) as entries (id bigint, ids bigint[])
    join ledger_transactions entry on entry.id = entries.id
    left join audit_events event on event.id = entry.audit_event_id
    left join users actor on actor.id = entry.created_by
    left join users approver on approver.id = entry.approved_by,
    lateral (
      select sum(row.amount_cents)::bigint as cents,
        array_agg(distinct funding.funding_type) as funding_types,
        (array_agg(jsonb_build_object('slug', company.slug, 'title', company.title))
          filter (where company.id is not null))[1] as company,
        jsonb_agg(distinct jsonb_build_object('slug', payout.slug, 'number', payout.number))
          filter (where payout.id is not null) as payouts
      from ledger_transactions entry
      join ledger_rows row on row.transaction_id = entry.id
      join fundings funding on funding.id = row.funding_id
      left join companies company on company.id = funding.company_id
      left join payouts payout on payout.id = entry.payout_id
      where entry.id = any(entries.ids) and ${amountOf}
        and ${inScopeOrNoCompany(scope, sql`funding.company_id`)}
    ) summed`.execute(db)
  const booked = new Map(
    rows.map(({ funding_types, payouts, at, ...row }): [number, TimelineEntry] => [
      row.id,
      {
        ...row,
        actor: actorInWords(locale, row.actor),
        at: at.toISOString(),
        funding_types: funding_types.map((type) => ({
          choice: type,
          display: textOf(locale, fundingTypes[type].text),
        })),
        payouts: (payouts ?? []).toSorted((a, b) => a.number.localeCompare(b.number)),
        approval: null,
      },
    ]),
  )
  const proposed = await readProposals(
    db,
    page.filter((entry) => entry.state !== null).map(({ id }) => id),
  )
  const results = page.map(({ id, state }) =>
    state === null ? booked.get(id)! : presentProposal(proposed.get(id)!, state, locale),
  )
  return { ...paging(query.show === 'all' ? all : decisions, query), results, all, decisions }
}

/**
 * Proposals to a second person about a project, its payouts, claims and donations: one entry when proposed (state
 * `waiting`) and one for the outcome.
 */
const proposalsOf = (projectId: number, scope: CompanyScope) => sql`
  select 'approval ' || told.id || told.state, told.id, '{}'::bigint[], true, told.at, told.state
  from (
    select id, proposed_at, decided_at, state from approvals where targets && (
      select array_agg(target) from (
        select 'project:' || ${projectId}::bigint as target
        union all select 'payout:' || id from payouts where project_id = ${projectId}::bigint
        union all select 'recovery_claim:' || id from recovery_claims where project_id = ${projectId}::bigint
      ) targets) and ${inScope(scope, sql`company_id`)}
    union
    select id, proposed_at, decided_at, state from approvals where about_type = 'private_donation'
      and exists (select from fundings where slug = about_slug and project_id = ${projectId}::bigint)
      and ${inScope(scope, sql`company_id`)}
  ) mine, lateral (
    select mine.id, mine.proposed_at as at, 'waiting' as state
    union all select mine.id, mine.decided_at, mine.state where mine.state <> 'waiting'
  ) told`

type Proposal = {
  id: number
  act: GuardedAct
  amount_cents: number
  proposed_at: Date
  decided_at: Date | null
  reason: string
  proposer: string
  decider: string | null
}

async function readProposals(db: Db, ids: number[]): Promise<Map<number, Proposal>> {
  const { rows } = await sql<Proposal>`
    select approvals.id, act, amount_cents, proposed_at, decided_at, reason,
      concat_ws(' ', proposer.first_name, proposer.last_name) as proposer,
      concat_ws(' ', decider.first_name, decider.last_name) as decider
    from approvals join users proposer on proposer.id = proposed_by
    left join users decider on decider.id = decided_by
    where approvals.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function presentProposal(row: Proposal, state: ApprovalState, locale: Locale): TimelineEntry {
  const at = state === 'waiting' ? row.proposed_at : row.decided_at!
  return {
    id: row.id,
    kind: `approval_${state}`,
    business_day: dayOf(at),
    at: at.toISOString(),
    amount_cents: row.amount_cents,
    funding_types: [],
    actor: (state === 'waiting' ? row.proposer : row.decider) ?? '',
    approver: null,
    company: null,
    note: state === 'waiting' ? '' : row.reason,
    payouts: [],
    reversed_by: null,
    reverses: null,
    approval: { id: row.id, act_display: text(locale, `approvals.acts.${row.act}`), state },
  }
}
