import type { Extent, Money } from './generate.ts'

/** Companies of the generated money; each has its general budget and a dedicated one. */
const companies = 40
/** Users who book; nightly bookings have none. */
const people = 50

/**
 * Money in all its stages, for `generate`: about `rows` ledger rows, gifts of people and companies over three years in
 * order of days, settled by month, paid, arrived, some reversed, some still in progress. The rows match the product's
 * own; one audit event covers all, as for an import.
 */
export function muchMoney(rows: number): Money {
  return {
    gifts: (extent) => gifts(extent, rows),
    ledger: (extent) =>
      [accounts, payouts, entries, transactions, ledgerRows, reversals].map((step) => step(extent)).join(';'),
  }
}

// A gift takes four rows, with a budget five: the first gift of a project, three in four of which come from a company.
const gifts = ({ size, today }: Extent, rows: number) => `
  create function pg_temp.settled_on(n bigint, day date) returns date language sql immutable as $$
    select (date_trunc('month', day) + interval '1 month')::date + pg_temp.roll(n, 70, 5) $$;
  -- One in forty waits for good.
  create function pg_temp.paid_on(n bigint, day date) returns date language sql immutable as $$
    select day + case when pg_temp.roll(n + (day - date '2000-01-01'), 71, 40) = 0 then 9000 else 2 + pg_temp.roll(n, 72, 6) end $$;
  insert into users (id, username, email, first_name, last_name, user_type, state, created_at, updated_at)
  overriding system value
  select n, 'person-' || n, 'person-' || n || '@example.org', 'Person', n::text, 'staff', 'active', '${today}', '${today}'
  from generate_series(1, ${people}) n;
  insert into companies (id, slug, title, created_at) overriding system value
  select n, 'firma-' || n, 'Firma ' || n, '${today}' from generate_series(1, ${companies}) n;
  insert into budgets (id, slug, company_id, title, is_general, created_at) overriding system value
  select 2 * company - general, 'b-' || company || '-' || general, company, case general when 0 then 'Jahresbudget' else '' end,
    general = 1, '${today}'
  from generate_series(1, ${companies}) company, generate_series(0, 1) general;
  insert into fundings (id, slug, project_id, funding_type, amount_cents, state, received_on, source, company_id, budget_id,
    created_by, created_at)
  overriding system value
  select id, 'g-' || id, n, pg_temp.funding_type(n), cents,
    case when budget is null and pg_temp.roll(id, 73, 100) = 0 and day + 10 <= '${today}'::date then 'reversed'
      when pg_temp.settled_on(n, day) > '${today}'::date then 'confirmed'
      when pg_temp.paid_on(n, pg_temp.settled_on(n, day)) > '${today}'::date then 'settled' else 'paid_out' end,
    day, case when budget is null then 'bench' else 'internal' end, (budget + 1) / 2, budget,
    case when budget is not null then 1 + pg_temp.roll(id, 74, ${people}) end, day + time '10:00'
  from (
    select row_number() over (order by day, n, nth) as id, *,
      case when budget is not null then case when pg_temp.roll(n, 75, 3) = 0 then target else least(target, drawn_cents) end
        when nth = 2 and pg_temp.roll(n, 33, 7) = 0 then 1500000 else drawn_cents end as cents
    from (
      select n, nth, target, 100 * (10 + pg_temp.roll(n * 8 + nth, 34, 900)) as drawn_cents,
        case when nth = 1 and pg_temp.roll(n, 76, 4) > 0 then 1 + pg_temp.roll(n, 77, ${companies * 2}) end as budget,
        '${today}'::date - 1060 + (n * 1000 / ${size})::integer + (nth * 15 + pg_temp.roll(n * 8 + nth, 78, 15))::integer as day
      from generate_series(1::bigint, ${size}) n
      join (select project_id, sum(amount_cents)::bigint as target from needs group by 1) needed on project_id = n,
      generate_series(1, 7) nth
      where nth <= 1 + pg_temp.roll(n, 36, ${Math.max(1, Math.round(rows / size / 2) - 1)})
    ) drawn where day <= '${today}'::date
  ) gift;
  analyze fundings, users, companies, budgets`

const accounts = ({ size }: Extent) => `
  select setval(pg_get_serial_sequence('ledger_accounts', 'id'), ${size + 1});
  insert into ledger_accounts (kind) values ('in_transit'), ('arrived');
  insert into ledger_accounts (kind, company_id) select 'claim_company', id from companies order by id;
  insert into ledger_accounts (kind, company_id, budget_id)
  select kind, company_id, case when not is_general then id end
  from budgets, unnest(array['budget_available', 'budget_used']) kind order by id, kind`

// Company gifts without an exported payout were transferred by the company itself; all others went through the house's
// account.
const payouts = ({ today }: Extent) => `
  insert into payouts (id, slug, number, project_id, project_title, organization_title, funding_type, amount_cents, state,
    settled_on, paid_on, arrived_on, bank_account_id, created_at)
  overriding system value
  select run.id, 'p-' || run.id, show_number('AZ', run.year, (row_number() over (partition by run.year order by run.id))::integer),
    run.project_id, title, organization_title, run.funding_type, run.cents, case when paid then 'marked_paid' else 'open' end,
    run.settled_day, case when paid then paid_day end,
    case when paid and pg_temp.roll(run.id, 79, 10) > 0 and paid_day + 2 <= '${today}'::date then paid_day + 2 end,
    case when paid and (run.funding_type = 1 or pg_temp.roll(run.id, 80, 5) > 0) then 1 end, run.settled_day
  from (
    select row_number() over (order by settled_day, project_id) as id, extract(year from settled_day)::integer as year,
      project_id, funding_type, settled_day, pg_temp.paid_on(project_id, settled_day) as paid_day,
      pg_temp.paid_on(project_id, settled_day) <= '${today}'::date as paid, sum(amount_cents) as cents
    from (select *, pg_temp.settled_on(project_id, received_on) as settled_day from fundings where state in ('settled', 'paid_out')) gift
    group by project_id, funding_type, settled_day
  ) run join projects on projects.id = run.project_id
  order by run.id;
  insert into number_series (name, year, last)
  select 'payout', extract(year from settled_on)::integer, count(*) from payouts group by 2;
  insert into payout_counts
  select state_key, funding_type, has_arrived, count(*), sum(amount_cents) from payouts group by 1, 2, 3;
  insert into ledger_accounts (kind, payout_id) select 'payable', id from payouts order by id;
  analyze payouts, ledger_accounts`

// One in twenty is booked twenty days late.
const entries = ({ today }: Extent) => `
  create temp table entries on commit drop as
  select row_number() over (order by business_day, step, key) as id, *,
    (least(business_day + case when pg_temp.roll(key * 8 + step, 81, 20) = 0 then 20 else 0 end, '${today}'::date)
      + time '10:00') at time zone 'Europe/Berlin' as created_at
  from (
    select 0 as step, 'budget_added' as kind, budget_id as key, min(received_on) as business_day, 1 as created_by,
      null::bigint as payout_id, (sum(amount_cents) * 1.1)::bigint as cents
    from fundings where budget_id is not null group by budget_id
    union all
    select 1, case when budget_id is null then 'gift_confirmed' else 'funded_internally' end, id, received_on, created_by, null, amount_cents
    from fundings
    union all
    select 2, 'gift_reversed', id, received_on + 10, 1 + pg_temp.roll(id, 82, ${people}), null, amount_cents from fundings where state = 'reversed'
    union all
    select 3, 'settled', id, settled_on, null, id, amount_cents from payouts
    union all
    select 4, 'payout_paid', id, paid_on, 1 + pg_temp.roll(id, 83, ${people}), id, amount_cents from payouts where paid_on is not null
    union all
    select 5, 'payout_arrived', id, arrived_on, 1 + pg_temp.roll(id, 84, ${people}), id, amount_cents from payouts where arrived_on is not null
  ) happened;
  analyze entries`

const transactions = ({ today }: Extent) => `
  insert into audit_events (at, actor_name, action, object_type) values ('${today}', 'Bench', 'import', 'import');
  insert into ledger_transactions (id, kind, business_day, payout_id, reverses_id, created_by, created_at, amount_cents, audit_event_id)
  overriding system value
  select entry.id, entry.kind, entry.business_day, entry.payout_id, original.id, entry.created_by, entry.created_at, entry.cents,
    (select max(id) from audit_events)
  from entries entry left join entries original on entry.step = 2 and original.step = 1 and original.key = entry.key
  order by entry.id`

// Gifts and grants, then settlement, payout and arrival: one row for each gift of the payout.
const ledgerRows = () => `
  insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents, funding_id)
  select transaction_id, business_day, purpose, debit, credit, cents, funding_id from (
    select entry.id as transaction_id, 1 as place, business_day, 'budget_grant' as purpose, available.id as debit, used.id as credit,
      cents, null::bigint as funding_id
    from entries entry join budgets on budgets.id = key
    join ledger_accounts available on available.kind = 'budget_available' and available.company_id = budgets.company_id
      and available.budget_id is not distinct from case when not is_general then budgets.id end
    join ledger_accounts used on used.kind = 'budget_used' and used.company_id = budgets.company_id
      and used.budget_id is not distinct from case when not is_general then budgets.id end
    where step = 0
    union all
    select entry.id, 1, business_day, 'gift', coalesce(claim.id, 1), 1 + gift.project_id, amount_cents, gift.id
    from entries entry join fundings gift on gift.id = key
    left join ledger_accounts claim on claim.kind = 'claim_company' and claim.company_id = gift.company_id
    where step = 1
    union all
    select entry.id, 2, business_day, 'budget_use', used.id, available.id, amount_cents, gift.id
    from entries entry join fundings gift on gift.id = key join budgets on budgets.id = gift.budget_id
    join ledger_accounts available on available.kind = 'budget_available' and available.company_id = budgets.company_id
      and available.budget_id is not distinct from case when not is_general then budgets.id end
    join ledger_accounts used on used.kind = 'budget_used' and used.company_id = budgets.company_id
      and used.budget_id is not distinct from case when not is_general then budgets.id end
    where step = 1
    union all
    select entry.id, 1, business_day,
      (array['settlement', 'payout', 'arrival'])[step - 2],
      case step when 3 then 1 + payout.project_id when 4 then payable.id else arrived.id end,
      case step when 3 then payable.id when 4 then case when payout.bank_account_id is null then coalesce(claim.id, 1) else 1 end else in_transit.id end,
      gift.amount_cents, gift.id
    from entries entry join payouts payout on payout.id = key
    join ledger_accounts payable on payable.payout_id = payout.id
    join (select *, pg_temp.settled_on(project_id, received_on) as settled_day from fundings where state in ('settled', 'paid_out')) gift
      on gift.project_id = payout.project_id and gift.settled_day = payout.settled_on
    left join ledger_accounts claim on claim.kind = 'claim_company' and claim.company_id = gift.company_id
    cross join (select id from ledger_accounts where kind = 'arrived') arrived
    cross join (select id from ledger_accounts where kind = 'in_transit') in_transit
    where step between 3 and 5
  ) row order by transaction_id, place, funding_id`

const reversals = () => `
  insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents, funding_id, reverses_id)
  select entry.id, entry.business_day, purpose, credit_account_id, debit_account_id, amount_cents, funding_id, original.id
  from entries entry join ledger_rows original on original.funding_id = key where step = 2 order by entry.id`
