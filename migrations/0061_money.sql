-- Money that staff move themselves: budgets with a validity, stages of a gift, numbered payouts, claims, closed months.

alter table platform_features
  -- Only projects that reach their goal are paid out; of the others everything goes back at their end.
  add all_or_nothing boolean not null default false,
  -- What an internal funding counts as when nothing else says so.
  add fallback_funding_type smallint not null default 2 check (fallback_funding_type in (1, 2, 3, 4));

-- A company's grants: each with its own validity and the funding type it pays for. The general one has neither.
create table budgets (
  id bigint generated always as identity primary key,
  slug text not null unique,
  company_id bigint not null references companies (id),
  title text not null default '',
  funding_type smallint check (funding_type in (1, 2, 3, 4)),
  valid_from date,
  valid_until date,
  is_general boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint budgets_days check (valid_from is null or valid_until is null or valid_from <= valid_until),
  constraint budgets_general check (not is_general or (funding_type is null and valid_from is null and valid_until is null))
);
create unique index budgets_one_general on budgets (company_id) where is_general;
create unique index budgets_title on budgets (company_id, fold(title)) where not is_general;
insert into budgets (slug, company_id, is_general, created_at)
select 'b-' || left(replace(gen_random_uuid()::text, '-', ''), 16), id, true, created_at from companies;

-- Every company has its general budget from the start.
create function add_general_budget() returns trigger language plpgsql as $$
begin
  insert into budgets (slug, company_id, is_general, created_at)
  values ('b-' || left(replace(gen_random_uuid()::text, '-', ''), 16), new.id, true, new.created_at);
  return null;
end $$;
create trigger companies_general_budget after insert on companies
  for each row execute function add_general_budget();

-- Whose budget a gift came from; null for what others gave.
alter table fundings
  add company_id bigint references companies (id),
  add budget_id bigint references budgets (id),
  add constraint fundings_budget check ((company_id is null) = (budget_id is null));
create index fundings_by_company on fundings (company_id, received_on desc, id desc) where company_id is not null;
create index fundings_to_settle on fundings (project_id, funding_type) where state = 'confirmed';

create or replace function guard_funding() returns trigger language plpgsql as $$
begin
  if (new.id, new.project_id, new.funding_type, new.amount_cents, new.company_id, new.budget_id) is distinct from
    (old.id, old.project_id, old.funding_type, old.amount_cents, old.company_id, old.budget_id) then
    raise exception 'amount, project, type and giver of a gift do not change'
      using errcode = 'restrict_violation', constraint = 'fundings_fixed';
  end if;
  if new.state <> old.state and not (old.state || '>' || new.state = any (array[
    'pledged>confirmed', 'pledged>failed', 'pledged>expired',
    'confirmed>settled', 'settled>paid_out', 'settled>confirmed', 'paid_out>settled',
    'confirmed>reversed', 'settled>reversed',
    'paid_out>recovery_open', 'recovery_open>recovered'
  ])) then
    raise exception 'a gift that is % does not become %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'fundings_state';
  end if;
  return new;
end $$;

-- Accounts: a grant's own, and the memo pair that says what arrived where it was sent (arrived / in_transit).
alter table ledger_accounts
  add foreign key (budget_id) references budgets (id),
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('psp', 'bank', 'claim_company', 'claim_organization', 'fees',
    'project', 'payable', 'refund', 'suspense', 'budget_available', 'budget_used', 'in_transit', 'arrived')),
  drop constraint ledger_accounts_shared,
  drop column is_shared;
alter table ledger_accounts
  -- Any two writers meet here: they append to the balance and do not wait for each other.
  add is_shared boolean not null generated always as
    (kind in ('psp', 'bank', 'fees', 'suspense', 'in_transit', 'arrived')) stored,
  add constraint ledger_accounts_shared check (balance_cents = 0 or not is_shared);

-- The audit event that tells of a transaction; an import's or a demo's one event tells of all of theirs.
alter table ledger_transactions add audit_event_id bigint references audit_events (id);
create index ledger_transactions_by_event on ledger_transactions (audit_event_id) where audit_event_id is not null;

-- The new purpose, debit / credit: arrival  arrived / in_transit: the organization has it.
alter table ledger_rows
  drop constraint ledger_rows_purpose_check,
  add constraint ledger_rows_purpose_check check (purpose in ('gift', 'refund', 'chargeback', 'claim', 'settlement',
    'payout', 'arrival', 'refund_paid', 'recovery', 'write_off', 'fee', 'transfer', 'statement', 'budget_grant',
    'budget_use', 'budget_return', 'opening', 'correction')),
  drop constraint ledger_rows_gift,
  add constraint ledger_rows_gift check (funding_id is not null
    or purpose not in ('gift', 'refund', 'chargeback', 'claim', 'settlement', 'payout', 'arrival'));

-- What a row adds to a stage of its gift (product.md §10): allocated, settled, paid, arrived. Each includes the next one;
-- a claim takes from all of them, its transaction also mirrors the arrival.
create function stage_cents(stage text, purpose text, amount_cents bigint, reverses_id bigint) returns bigint
  language sql immutable parallel safe as $$
  select case stage
      when 'allocated' then case purpose when 'gift' then 1 when 'refund' then -1 when 'chargeback' then -1
        when 'claim' then -1 else 0 end
      when 'settled' then case purpose when 'settlement' then 1 when 'claim' then -1 else 0 end
      when 'paid' then case purpose when 'payout' then 1 when 'claim' then -1 else 0 end
      when 'arrived' then case purpose when 'arrival' then 1 else 0 end
    end * case when reverses_id is null then amount_cents else -amount_cents end
$$;

-- The stages of each project, as funded_cents (allocated) is kept already, and the latest business day of each.
alter table projects
  add settled_cents bigint not null default 0,
  add paid_cents bigint not null default 0,
  add arrived_cents bigint not null default 0,
  add allocated_on date,
  add settled_on date,
  add paid_on date,
  add arrived_on date;

-- The latest day on which a stage of the project was reached and not taken back.
create function stage_day(project bigint, stage text) returns date language sql stable as $$
  select max(reached.business_day)
  from fundings join ledger_rows reached on reached.funding_id = fundings.id
  where fundings.project_id = project and reached.reverses_id is null
    and stage_cents(stage, reached.purpose, reached.amount_cents, null) > 0
    and not exists (select 1 from ledger_rows undone where undone.reverses_id = reached.id)
$$;

-- What is kept per business day says more: for which company, when it was booked (Berlin), and every stage. `cents` is
-- what was allocated. Any sum over a time, as the ledger stood on any day, is read from it.
alter table funding_totals
  add company_id bigint,
  add posted_on date not null default '1900-01-01',
  add settled_cents bigint not null default 0,
  add paid_cents bigint not null default 0,
  add arrived_cents bigint not null default 0,
  add refunded_cents bigint not null default 0;
alter table funding_totals alter posted_on drop default;

-- What a row adds to what went back to givers.
create function refunded_cents(purpose text, amount_cents bigint, reverses_id bigint) returns bigint
  language sql immutable parallel safe as $$
  select case when purpose in ('refund', 'chargeback') then case when reverses_id is null then amount_cents else -amount_cents end
    else 0 end
$$;

create or replace function keep_ledger_sums() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wrong record;
begin
  if current_setting('almoner.sums_written', true) is distinct from 'yes' then
    update projects set
      funded_cents = funded_cents + change.allocated,
      settled_cents = settled_cents + change.settled,
      paid_cents = paid_cents + change.paid,
      arrived_cents = arrived_cents + change.arrived,
      allocated_on = greatest(allocated_on, change.allocated_day),
      settled_on = greatest(settled_on, change.settled_day),
      paid_on = greatest(paid_on, change.paid_day),
      arrived_on = greatest(arrived_on, change.arrived_day)
    from (
      select project_id,
        sum(allocated)::bigint as allocated, max(business_day) filter (where allocated > 0) as allocated_day,
        sum(settled)::bigint as settled, max(business_day) filter (where settled > 0) as settled_day,
        sum(paid)::bigint as paid, max(business_day) filter (where paid > 0) as paid_day,
        sum(arrived)::bigint as arrived, max(business_day) filter (where arrived > 0) as arrived_day
      from (
        select funding_id, business_day,
          stage_cents('allocated', purpose, amount_cents, reverses_id) as allocated,
          stage_cents('settled', purpose, amount_cents, reverses_id) as settled,
          stage_cents('paid', purpose, amount_cents, reverses_id) as paid,
          stage_cents('arrived', purpose, amount_cents, reverses_id) as arrived
        from added where funding_id is not null
      ) row join fundings on fundings.id = row.funding_id
      where (allocated, settled, paid, arrived) <> (0, 0, 0, 0)
      group by project_id order by project_id
    ) change
    where projects.id = change.project_id;

    -- What was taken back may have been the latest.
    if exists (select 1 from added where funding_id is not null
      and (reverses_id is not null or purpose in ('refund', 'chargeback', 'claim'))) then
      update projects set
        allocated_on = case when funded_cents > 0 then stage_day(id, 'allocated') end,
        settled_on = case when settled_cents > 0 then stage_day(id, 'settled') end,
        paid_on = case when paid_cents > 0 then stage_day(id, 'paid') end,
        arrived_on = case when arrived_cents > 0 then stage_day(id, 'arrived') end
      where id in (select project_id from added join fundings on fundings.id = added.funding_id);
    end if;

    -- No more is returned of a gift than it brought, none is settled, paid or arrived twice, however many do so at once.
    perform from fundings where id in (select funding_id from added where purpose <> 'refund_paid')
      order by id for no key update;
    select funding.id, received, settled, paid, arrived into wrong
    from (select distinct funding_id from added where funding_id is not null) touched
    join fundings funding on funding.id = touched.funding_id,
    lateral (
      select sum(received_cents) as received,
        sum(stage_cents('settled', purpose, amount_cents, reverses_id)) as settled,
        sum(stage_cents('paid', purpose, amount_cents, reverses_id)) as paid,
        sum(stage_cents('arrived', purpose, amount_cents, reverses_id)) as arrived
      from ledger_rows where funding_id = funding.id
    ) booked
    where received not between 0 and funding.amount_cents or settled not between 0 and funding.amount_cents
      or paid not between 0 and settled or arrived not between 0 and paid
    limit 1;
    if found then
      raise exception 'the rows of gift % exceed it', wrong.id using errcode = 'check_violation',
        constraint = case when wrong.settled < 0 or wrong.paid not between 0 and wrong.settled
          or wrong.arrived not between 0 and wrong.paid then 'stage_exceeded' else 'gift_exceeded' end;
    end if;

    update ledger_accounts set balance_cents = balance_cents + change.cents
    from (
      select account_id, sum(cents)::bigint as cents
      from (
        select debit_account_id as account_id, amount_cents as cents from added
        union all
        select credit_account_id, -amount_cents from added
      ) side
      group by account_id having sum(cents) <> 0 order by account_id
    ) change
    where ledger_accounts.id = change.account_id and not is_shared;
  end if;

  insert into ledger_day_balances
  select account_id, business_day, sum(cents)
  from (
    select debit_account_id as account_id, business_day, sum(amount_cents) as cents from added group by 1, 2
    union all
    select credit_account_id, business_day, -sum(amount_cents) from added group by 1, 2
  ) side join ledger_accounts account on account.id = side.account_id
  where is_shared
  group by 1, 2 having sum(cents) <> 0;

  insert into funding_totals (business_day, posted_on, funding_type, company_id, cents, settled_cents, paid_cents,
    arrived_cents, refunded_cents)
  select * from (
    select added.business_day, (entry.created_at at time zone 'Europe/Berlin')::date, funding.funding_type,
      funding.company_id, sum(received_cents) as allocated,
      sum(stage_cents('settled', purpose, added.amount_cents, added.reverses_id)) as settled,
      sum(stage_cents('paid', purpose, added.amount_cents, added.reverses_id)) as paid,
      sum(stage_cents('arrived', purpose, added.amount_cents, added.reverses_id)) as arrived,
      sum(refunded_cents(purpose, added.amount_cents, added.reverses_id)) as refunded
    from added join ledger_transactions entry on entry.id = added.transaction_id
    join fundings funding on funding.id = added.funding_id
    group by 1, 2, 3, 4
  ) day where (allocated, settled, paid, arrived, refunded) <> (0, 0, 0, 0, 0);
  return null;
end $$;

create or replace function fold_ledger() returns void language sql as $$
  with moved as (delete from ledger_day_balances returning *)
  insert into ledger_day_balances
  select account_id, business_day, sum(cents) from moved group by 1, 2 having sum(cents) <> 0;

  with moved as (delete from funding_totals returning *)
  insert into funding_totals (business_day, posted_on, funding_type, company_id, cents, settled_cents, paid_cents,
    arrived_cents, refunded_cents)
  select business_day, posted_on, funding_type, company_id, sum(cents), sum(settled_cents), sum(paid_cents),
    sum(arrived_cents), sum(refunded_cents)
  from moved group by 1, 2, 3, 4
  having (sum(cents), sum(settled_cents), sum(paid_cents), sum(arrived_cents), sum(refunded_cents)) <> (0, 0, 0, 0, 0);
$$;

-- All totals per day made anew from the rows.
create function rebuild_funding_totals() returns void language sql as $$
  delete from funding_totals;
  insert into funding_totals (business_day, posted_on, funding_type, company_id, cents, settled_cents, paid_cents,
    arrived_cents, refunded_cents)
  select * from (
    select row.business_day, (entry.created_at at time zone 'Europe/Berlin')::date, funding.funding_type,
      funding.company_id, sum(received_cents) as allocated,
      sum(stage_cents('settled', purpose, row.amount_cents, row.reverses_id)) as settled,
      sum(stage_cents('paid', purpose, row.amount_cents, row.reverses_id)) as paid,
      sum(stage_cents('arrived', purpose, row.amount_cents, row.reverses_id)) as arrived,
      sum(refunded_cents(purpose, row.amount_cents, row.reverses_id)) as refunded
    from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
    join fundings funding on funding.id = row.funding_id
    group by 1, 2, 3, 4
  ) day where (allocated, settled, paid, arrived, refunded) <> (0, 0, 0, 0, 0);
$$;

-- As before, and with what is kept since: the stages of the projects and the wider totals.
create or replace function rebuild_ledger_sums() returns void language plpgsql as $$
begin
  lock table ledger_rows in share row exclusive mode;
  update projects set funded_cents = coalesce(received.cents, 0)
  from projects project left join (
    select project_id, sum(received_cents)::bigint as cents
    from ledger_rows join fundings on fundings.id = funding_id group by project_id
  ) received on received.project_id = project.id
  where projects.id = project.id and projects.funded_cents <> coalesce(received.cents, 0);
  perform rebuild_project_stages();

  create temp table account_sums on commit drop as
  select account_id, business_day, sum(cents)::bigint as cents
  from (
    select debit_account_id as account_id, business_day, amount_cents as cents from ledger_rows
    union all
    select credit_account_id, business_day, -amount_cents from ledger_rows
  ) side group by 1, 2;
  update ledger_accounts set balance_cents = coalesce(booked.cents, 0)
  from ledger_accounts account left join (
    select account_id, sum(cents)::bigint as cents from account_sums group by 1
  ) booked on booked.account_id = account.id
  where ledger_accounts.id = account.id and not account.is_shared and account.balance_cents <> coalesce(booked.cents, 0);
  delete from ledger_day_balances;
  insert into ledger_day_balances
  select account_id, business_day, cents
  from account_sums join ledger_accounts account on account.id = account_id where is_shared and cents <> 0;
  drop table account_sums;

  perform rebuild_funding_totals();
end $$;

-- The stages and their days of all projects, made anew from the rows.
create function rebuild_project_stages() returns void language plpgsql as $$
begin
  update projects set settled_cents = sums.settled, paid_cents = sums.paid, arrived_cents = sums.arrived,
    allocated_on = case when funded_cents > 0 then sums.allocated_day end,
    settled_on = case when sums.settled > 0 then sums.settled_day end,
    paid_on = case when sums.paid > 0 then sums.paid_day end,
    arrived_on = case when sums.arrived > 0 then sums.arrived_day end
  from (
    select projects.id,
      coalesce(sum(stage_cents('settled', purpose, amount_cents, reverses_id)), 0)::bigint as settled,
      coalesce(sum(stage_cents('paid', purpose, amount_cents, reverses_id)), 0)::bigint as paid,
      coalesce(sum(stage_cents('arrived', purpose, amount_cents, reverses_id)), 0)::bigint as arrived,
      max(business_day) filter (where is_reached and purpose = 'gift') as allocated_day,
      max(business_day) filter (where is_reached and purpose = 'settlement') as settled_day,
      max(business_day) filter (where is_reached and purpose = 'payout') as paid_day,
      max(business_day) filter (where is_reached and purpose = 'arrival') as arrived_day
    from projects left join (
      select project_id, purpose, ledger_rows.amount_cents, reverses_id, business_day,
        reverses_id is null and not exists (select 1 from ledger_rows undone where undone.reverses_id = ledger_rows.id)
          as is_reached
      from ledger_rows join fundings on fundings.id = funding_id
    ) row on row.project_id = projects.id
    group by projects.id
  ) sums
  where sums.id = projects.id
    and (projects.settled_cents, projects.paid_cents, projects.arrived_cents, projects.allocated_on, projects.settled_on,
      projects.paid_on, projects.arrived_on)
      is distinct from (sums.settled, sums.paid, sums.arrived, case when funded_cents > 0 then sums.allocated_day end,
        case when sums.settled > 0 then sums.settled_day end, case when sums.paid > 0 then sums.paid_day end,
        case when sums.arrived > 0 then sums.arrived_day end);
end $$;

-- Numbers that people see, counted per year; gaps are allowed (product.md §10).
create table number_series (
  name text not null,
  year integer not null,
  last integer not null,
  primary key (name, year)
);

-- Draws so many numbers of a series and returns the first; whoever draws of the same year waits for the commit.
create function draw_numbers(series text, of_year integer, n integer) returns integer language sql as $$
  insert into number_series (name, year, last) values (series, of_year, n)
  on conflict (name, year) do update set last = number_series.last + excluded.last
  returning last - n + 1
$$;

-- `AZ-2026-0412`
create function show_number(prefix text, of_year integer, n integer) returns text language sql immutable parallel safe as $$
  select prefix || '-' || of_year || '-' || lpad(n::text, greatest(4, length(n::text)), '0')
$$;

alter table payouts
  add number text,
  -- The house's account it was paid from; null while it is not, and when the company paid by itself.
  add bank_account_id bigint references bank_accounts (id),
  -- What the bank or the person who marked it wrote.
  add reference text not null default '';
update payouts set number = numbered.number
from (
  select id, show_number('AZ', extract(year from settled_on)::integer,
    (row_number() over (partition by extract(year from settled_on) order by id))::integer) as number from payouts
) numbered
where numbered.id = payouts.id;
insert into number_series (name, year, last)
select 'payout', extract(year from settled_on)::integer, count(*) from payouts group by 2;
alter table payouts alter number set not null, add unique (number);

-- Money that was paid out and is to come back, one claim for each gift whose project was defunded.
create table recovery_claims (
  id bigint generated always as identity primary key,
  slug text not null unique,
  funding_id bigint not null unique references fundings (id),
  project_id bigint not null references projects (id),
  organization_id bigint not null references organizations (id),
  company_id bigint not null references companies (id),
  amount_cents bigint not null check (amount_cents > 0),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  written_off_cents bigint not null default 0 check (written_off_cents >= 0),
  opened_on date not null,
  closed_on date,
  reason text not null,
  version integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null,
  -- What is open is what was claimed less what came back or was written off.
  open_cents bigint not null generated always as (amount_cents - returned_cents - written_off_cents) stored,
  constraint claim_exceeded check (returned_cents + written_off_cents <= amount_cents),
  check ((closed_on is not null) = (returned_cents + written_off_cents = amount_cents))
);
create index recovery_claims_open on recovery_claims (opened_on, id) where closed_on is null;
create index recovery_claims_by_project on recovery_claims (project_id, id);
create index recovery_claims_by_company on recovery_claims (company_id, id);

-- What an import's new projects received of past years, which is history and stands in their stages from the start.
alter table import_projects
  add past_cents bigint not null default 0,
  add past_on date,
  add received_on date;

-- Months in which nothing is booked any more, by the first of the month; reopening removes the row.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  reason text not null,
  closed_by bigint references users (id),
  closed_at timestamptz not null
);

create function refuse_closed_month() returns trigger language plpgsql as $$
declare closed date;
begin
  select closed_months.month into closed
  from (select distinct date_trunc('month', business_day)::date as month from added) booked
  join closed_months using (month) limit 1;
  if found then
    raise exception 'the month % is closed', closed using errcode = 'restrict_violation', constraint = 'month_closed';
  end if;
  return null;
end $$;
create trigger ledger_transactions_open_month after insert on ledger_transactions
  referencing new table as added for each statement execute function refuse_closed_month();

-- What arrived before this migration, as the ledger tells it from now on.
do $$
declare
  payout record;
  made bigint;
begin
  if not exists (select 1 from payouts where arrived_on is not null) then return; end if;
  insert into ledger_accounts (kind) values ('in_transit'), ('arrived') on conflict do nothing;
  perform set_config('almoner.sums_written', 'yes', true);
  for payout in select * from payouts where arrived_on is not null order by id loop
    insert into ledger_transactions (kind, business_day, payout_id, created_by, created_at)
    values ('payout_arrived', payout.arrived_on, payout.id, payout.created_by, payout.created_at) returning id into made;
    insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents,
      funding_id)
    select made, payout.arrived_on, 'arrival', (select id from ledger_accounts where kind = 'arrived'),
      (select id from ledger_accounts where kind = 'in_transit'), row.amount_cents, row.funding_id
    from ledger_transactions paid join ledger_rows row on row.transaction_id = paid.id
    where paid.payout_id = payout.id and row.purpose = 'payout' and row.reverses_id is null
      and not exists (select 1 from ledger_rows undone where undone.reverses_id = row.id);
  end loop;
  perform set_config('almoner.sums_written', '', true);
end $$;
select rebuild_project_stages(), rebuild_funding_totals();
