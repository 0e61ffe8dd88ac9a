-- What is kept of the ledger, so that nobody sums it over its history: what each project received, what stands on each
-- account, what came in per day. All of it is written by the statement that writes the rows, and held against them by
-- self-checks (features/ledger/server/checks.ts).

-- Debits less credits per shared account and day. Writers append; fold_ledger() adds up.
create table ledger_day_balances (
  account_id bigint not null references ledger_accounts (id),
  business_day date not null,
  cents bigint not null
);
create index ledger_day_balances_by_account on ledger_day_balances (account_id, business_day) include (cents);

-- What projects received per business day and funding type, in cents. Appended and folded likewise.
create table funding_totals (
  business_day date not null,
  funding_type smallint not null,
  cents bigint not null
);
create index funding_totals_day on funding_totals (business_day);

-- Locks are taken in one order, project before gift before account, each by id; whoever locks a project first and posts
-- then keeps to it. Projects and accounts that are written together with their sums are left alone: their writer says so
-- for its transaction, and compares before it commits (features/ledger/server/gifts.ts).
create function keep_ledger_sums() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wrong bigint;
begin
  if current_setting('almoner.sums_written', true) is distinct from 'yes' then
    update projects set funded_cents = funded_cents + change.cents
    from (
      select project_id, sum(received_cents)::bigint as cents
      from added join fundings on fundings.id = added.funding_id
      where received_cents <> 0
      group by project_id having sum(received_cents) <> 0 order by project_id
    ) change
    where projects.id = change.project_id;

    -- No more is returned of a gift than it brought, however many do so at once.
    perform from fundings where id in (select funding_id from added where received_cents <> 0)
      order by id for no key update;
    select funding.id into wrong
    from (select distinct funding_id from added where received_cents <> 0) touched
    join fundings funding on funding.id = touched.funding_id,
    lateral (select sum(received_cents) as cents from ledger_rows where funding_id = funding.id) booked
    where booked.cents not between 0 and funding.amount_cents
    limit 1;
    if found then
      raise exception 'the rows of gift % exceed it', wrong using errcode = 'check_violation', constraint = 'gift_exceeded';
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

  insert into funding_totals
  select business_day, funding_type, sum(received_cents)
  from added join fundings on fundings.id = added.funding_id
  where received_cents <> 0
  group by 1, 2 having sum(received_cents) <> 0;
  return null;
end $$;
create trigger ledger_rows_sums after insert on ledger_rows
  referencing new table as added for each statement execute function keep_ledger_sums();

-- What stands on an account, debits less credits, at the end of a day (by default: of all that is posted).
create function account_balance(account bigint, day date default null) returns bigint language sql stable as $$
  select case
    when is_shared then (
      select coalesce(sum(cents), 0) from ledger_day_balances
      where account_id = account and (day is null or business_day <= day))
    when day is null then balance_cents
    else (
      select coalesce(sum(amount_cents), 0) from ledger_rows where debit_account_id = account and business_day <= day
    ) - (
      select coalesce(sum(amount_cents), 0) from ledger_rows where credit_account_id = account and business_day <= day)
  end::bigint
  from ledger_accounts where id = account
$$;

create function fold_ledger() returns void language sql as $$
  with moved as (delete from ledger_day_balances returning *)
  insert into ledger_day_balances
  select account_id, business_day, sum(cents) from moved group by 1, 2 having sum(cents) <> 0;

  with moved as (delete from funding_totals returning *)
  insert into funding_totals
  select business_day, funding_type, sum(cents) from moved group by 1, 2 having sum(cents) <> 0;
$$;

-- All sums of the ledger made anew from its rows; writers wait meanwhile.
create function rebuild_ledger_sums() returns void language plpgsql as $$
begin
  lock table ledger_rows in share row exclusive mode;
  update projects set funded_cents = coalesce(received.cents, 0)
  from projects project left join (
    select project_id, sum(received_cents)::bigint as cents
    from ledger_rows join fundings on fundings.id = funding_id group by project_id
  ) received on received.project_id = project.id
  where projects.id = project.id and projects.funded_cents <> coalesce(received.cents, 0);

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

  delete from funding_totals;
  insert into funding_totals
  select business_day, funding_type, sum(received_cents)
  from ledger_rows join fundings on fundings.id = funding_id
  group by 1, 2 having sum(received_cents) <> 0;
end $$;
