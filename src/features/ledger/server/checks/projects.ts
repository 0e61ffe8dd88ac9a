import { sql } from 'kysely'
import { recordStatus } from '#shared/statuses.ts'
import { stageDifferences } from '../checks.ts'
import { brokenRow, type LedgerCheck } from './check.ts'

const ofProject = {
  subject: 'project',
  id: sql`project.id`,
  slug: sql`project.slug`,
  title: sql`project.title`,
} as const
const allProjects = sql`select count(*) as checked from projects`
const liveStates = sql`('confirmed', 'settled', 'paid_out')`

/**
 * A project's stored received amount equals its rows, and those equal its live gifts less returns. A row whose gift is
 * missing counts for the project of its account.
 */
const funded: LedgerCheck = {
  key: 'funded',
  unit: 'projects',
  checked: allProjects,
  broken: sql`
    with booked as (
      select funding_id, sum(received_cents) as cents,
        sum(received_cents) filter (where purpose = 'gift') as gift_cents, max(transaction_id) as transaction_id,
        max(greatest(debit_account_id, credit_account_id)) filter (where fundings.id is null) as some_account,
        min(least(debit_account_id, credit_account_id)) filter (where fundings.id is null) as other_account
      from ledger_rows left join fundings on fundings.id = funding_id
      where received_cents <> 0 group by funding_id
    ), per_gift as (
      select coalesce(fundings.project_id, account.project_id) as project_id, coalesce(booked.cents, 0) as booked,
        case when fundings.state in ${liveStates}
          then fundings.amount_cents + coalesce(booked.cents - booked.gift_cents, 0) else 0 end as live,
        booked.transaction_id
      from fundings full join booked on booked.funding_id = fundings.id
      left join ledger_accounts account on fundings.id is null and account.kind = 'project'
        and account.id in (booked.some_account, booked.other_account)
    ), per_project as (
      select project_id, sum(booked)::bigint as booked, sum(live)::bigint as live,
        bool_or(booked <> live) as differs, max(transaction_id) filter (where booked <> live) as transaction_id
      from per_gift group by project_id
    )
    select ${brokenRow({
      ...ofProject,
      part: sql`case when coalesce(differs, false) then 'gift' else 'kept' end`,
      left: sql`case when coalesce(differs, false) then booked else project.funded_cents end`,
      right: sql`case when coalesce(differs, false) then live else coalesce(booked, 0) end`,
      transaction: sql`per_project.transaction_id`,
    })}
    from projects project left join per_project on per_project.project_id = project.id
    where coalesce(differs, false) or project.funded_cents <> coalesce(booked, 0)
    order by project.id`,
}

/** Stored settled, paid and arrived amounts and days equal the rows; each stage is part of the one before. */
const stages: LedgerCheck = {
  key: 'stages',
  unit: 'projects',
  checked: allProjects,
  broken: sql`
    with differing as materialized (${stageDifferences})
    select ${brokenRow({ ...ofProject, part: sql`stage.part`, left: sql`stage.kept`, right: sql`stage.booked` })}
    from differing join projects project using (slug),
    lateral (values
      ('settled', (kept->>'settled_cents')::bigint, (ledger->>'settled_cents')::bigint),
      ('paid', (kept->>'paid_cents')::bigint, (ledger->>'paid_cents')::bigint),
      ('arrived', (kept->>'arrived_cents')::bigint, (ledger->>'arrived_cents')::bigint)
    ) stage (part, kept, booked)
    where stage.kept <> stage.booked
    union all
    select ${brokenRow({ ...ofProject, part: sql`'stage_day'` })}
    from differing join projects project using (slug)
    where kept - array['settled_cents', 'paid_cents', 'arrived_cents']
      <> ledger - array['settled_cents', 'paid_cents', 'arrived_cents']
    union all
    select ${brokenRow({ ...ofProject, part: sql`stage.part`, left: sql`stage.whole`, right: sql`stage.nested` })}
    from projects project,
    lateral (values
      ('settled_in_allocated', funded_cents, settled_cents),
      ('paid_in_settled', settled_cents, paid_cents),
      ('arrived_in_paid', paid_cents, arrived_cents)
    ) stage (part, whole, nested)
    where stage.nested < 0 or stage.nested > stage.whole and (stage.part <> 'settled_in_allocated'
      -- What a bank took back by force after it had been paid out.
      or stage.nested > stage.whole + (
        select coalesce(sum(returned_cents), 0) from fundings
        where project_id = project.id and company_id is null and state in ('recovery_open', 'recovered')))
    order by id`,
}

/** Replayed in booking order, no internal gift exceeded its project's need. */
const withinNeed: LedgerCheck = {
  key: 'within_need',
  unit: 'fundings',
  checked: sql`select count(*) as checked from fundings where company_id is not null`,
  broken: sql`
    with moved as (
      select funding.project_id, row.transaction_id, row.business_day,
        funding.company_id is not null and row.purpose = 'gift' and row.reverses_id is null as is_internal,
        sum(row.received_cents) over (partition by funding.project_id order by row.transaction_id, row.id) as received
      from (select distinct project_id from fundings where company_id is not null) internal
      join fundings funding using (project_id)
      join ledger_rows row on row.funding_id = funding.id and row.received_cents <> 0
    )
    select ${brokenRow({
      ...ofProject,
      part: sql`'over_need'`,
      day: sql`moved.business_day`,
      left: sql`moved.received`,
      right: sql`project.target_cents`,
      transaction: sql`moved.transaction_id`,
    })}
    from moved join projects project on project.id = moved.project_id
    where is_internal and received > project.target_cents
    order by moved.transaction_id desc`,
}

/**
 * The target is the sum of the needs and equals the audit trail's last value, if it has one. The trail contains no
 * change of needs after the project's first booking.
 */
const needsFrozen: LedgerCheck = {
  key: 'needs_frozen',
  unit: 'projects',
  checked: sql`select count(distinct project_id) as checked from fundings where state <> 'pledged'`,
  broken: sql`
    with needed as (select project_id, sum(amount_cents)::bigint as cents from needs group by project_id),
    said as (
      select distinct on (object_id) object_id as project_id, id, at,
        (select coalesce(sum((need->>'amount_cents')::bigint), 0)::bigint from jsonb_array_elements(after->'needs') need) as cents
      from audit_events
      where object_type = 'project' and action in ('create', 'change', 'undo') and jsonb_typeof(after->'needs') = 'array'
      order by object_id, id desc
    ), begun as (
      select funding.project_id, min(entry.created_at) as at
      from ledger_rows row join fundings funding on funding.id = row.funding_id
      join ledger_transactions entry on entry.id = row.transaction_id
      where row.purpose = 'gift' group by funding.project_id
    )
    select ${brokenRow({
      ...ofProject,
      part: sql`case when project.target_cents <> coalesce(needed.cents, 0) then 'target'
        when said.at > begun.at then 'changed_later' else 'not_as_recorded' end`,
      left: sql`project.target_cents`,
      right: sql`case when project.target_cents <> coalesce(needed.cents, 0) then coalesce(needed.cents, 0) else said.cents end`,
    })}
    from projects project
    join begun on begun.project_id = project.id
    left join needed on needed.project_id = project.id
    left join said on said.project_id = project.id
    where project.target_cents <> coalesce(needed.cents, 0) or said.cents <> project.target_cents or said.at > begun.at
    order by project.id`,
}

/**
 * A project took no money while the audit trail shows it as archived or banned. An import that lowers a gift reverses
 * it and books the rest, and its undo restores it; a single event may therefore not bring more than there was.
 */
const closedProjects: LedgerCheck = {
  key: 'closed_projects',
  unit: 'projects',
  checked: sql`select count(*) as checked from projects where status = ${sql.lit(recordStatus.archived)} or is_banned`,
  broken: sql`
    with said as (
      select event.object_id as project_id, event.id, event.at, closing.kind, closing.is_closed
      from audit_events event,
      lateral (values ('archived', event.after->>'status' = ${sql.lit(String(recordStatus.archived))}), ('banned', event.after->>'is_banned' = 'true')) closing (kind, is_closed)
      where event.object_type = 'project' and event.action in ('create', 'archive', 'unarchive', 'change', 'undo')
        and closing.is_closed is not null
    ), closed as (
      select project_id, kind, is_closed, at as since, lead(at) over (partition by project_id, kind order by id) as until
      from said
    )
    select ${brokenRow({
      ...ofProject,
      part: sql`'while_' || closed.kind`,
      day: sql`entry.business_day`,
      left: sql`gift.amount_cents`,
      right: sql`0`,
      transaction: sql`entry.id`,
    })}
    from closed
    join projects project on project.id = closed.project_id
    join fundings funding on funding.project_id = closed.project_id
    join ledger_rows gift on gift.funding_id = funding.id and gift.purpose = 'gift' and gift.reverses_id is null
    join ledger_transactions entry on entry.id = gift.transaction_id
    where closed.is_closed and entry.created_at > closed.since and (closed.until is null or entry.created_at < closed.until)
      and not exists (
        select from audit_events event
        where event.id = entry.audit_event_id and event.object_type = 'import' and event.action = 'undo')
      and coalesce((
        select sum(case when row.reverses_id is null then row.amount_cents else -row.amount_cents end)
        from ledger_transactions other
        join ledger_rows row on row.transaction_id = other.id and row.purpose = 'gift'
        join fundings of_row on of_row.id = row.funding_id and of_row.project_id = closed.project_id
        where other.audit_event_id = entry.audit_event_id), gift.amount_cents) > 0
    order by entry.id desc`,
}

export const projectChecks = { funded, stages, withinNeed, needsFrozen, closedProjects }
