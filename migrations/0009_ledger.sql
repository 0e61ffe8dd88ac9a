-- The ledger: append-only double entry (product.md §4). A transaction is one or more rows.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null unique,
  project_id bigint references projects (id)
);
create index ledger_accounts_by_project on ledger_accounts (project_id);

create table fundings (
  id bigint generated always as identity primary key,
  slug text not null unique,
  project_id bigint not null references projects (id),
  funding_type smallint not null check (funding_type in (1, 2, 3, 4)),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('pledged', 'confirmed', 'settled', 'paid_out', 'failed', 'expired', 'reversed', 'recovery_open', 'recovered')),
  received_on date not null,
  source text not null,
  note text not null default '',
  import_key text unique,
  created_by bigint references users (id),
  created_at timestamptz not null
);
create index fundings_by_project on fundings (project_id, received_on desc, id desc);

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  business_date date not null,
  note text not null default '',
  reverses_id bigint unique references ledger_transactions (id),
  created_by bigint references users (id),
  created_at timestamptz not null
);

create table ledger_rows (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  debit_account_id bigint not null references ledger_accounts (id),
  credit_account_id bigint not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- Set on the rows that make or unmake a gift: what a project received is the sum of these.
  funding_id bigint references fundings (id),
  reverses_id bigint unique references ledger_rows (id),
  check (debit_account_id <> credit_account_id)
);
create index ledger_rows_by_debit on ledger_rows (debit_account_id, id);
create index ledger_rows_by_credit on ledger_rows (credit_account_id, id);
create index ledger_rows_by_transaction on ledger_rows (transaction_id);
create index ledger_rows_by_funding on ledger_rows (funding_id);

create trigger ledger_rows_append_only before update or delete on ledger_rows
  for each row execute function refuse_change();
create trigger ledger_rows_no_truncate before truncate on ledger_rows
  for each statement execute function refuse_change();
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_transactions_no_truncate before truncate on ledger_transactions
  for each statement execute function refuse_change();

-- A reversal mirrors exactly the row it points at.
create function check_reversal() returns trigger language plpgsql as $$
begin
  if new.reverses_id is not null and not exists (
    select 1 from ledger_rows reversed
    where reversed.id = new.reverses_id
      and reversed.debit_account_id = new.credit_account_id
      and reversed.credit_account_id = new.debit_account_id
      and reversed.amount_cents = new.amount_cents
      and reversed.funding_id is not distinct from new.funding_id
      and reversed.reverses_id is null
  ) then
    raise exception 'a reversal must mirror the row it reverses' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_rows_reversal before insert on ledger_rows
  for each row when (new.reverses_id is not null) execute function check_reversal();

-- The balance of a project, kept in the transaction of the ledger row itself; but not for projects that are written
-- together with their balance: their writer says so for its transaction, and compares the two before it commits
-- (features/ledger/server/queries.ts).
create function keep_project_balance() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if current_setting('almoner.balance_written', true) = 'yes' then return null; end if;
  update projects set funded_cents = funded_cents + change.cents
  from (
    select account.project_id, sum(moved.cents)::bigint as cents
    from (
      select credit_account_id as account_id, amount_cents as cents from added where funding_id is not null
      union all
      select debit_account_id, -amount_cents from added where funding_id is not null
    ) moved
    join ledger_accounts account on account.id = moved.account_id
    where account.project_id is not null
    group by account.project_id
    having sum(moved.cents) <> 0
  ) change
  where projects.id = change.project_id;
  return null;
end $$;
create trigger ledger_rows_balance after insert on ledger_rows
  referencing new table as added for each statement execute function keep_project_balance();

-- Needs are frozen after the first ledger row of their project.
create function refuse_frozen_needs() returns trigger language plpgsql as $$
declare project bigint := case when tg_op = 'DELETE' then old.project_id else new.project_id end;
begin
  if tg_op = 'UPDATE' and old.title = new.title and old.amount_cents = new.amount_cents and old.project_id = new.project_id then
    return new;
  end if;
  if exists (
    select 1 from ledger_accounts account
    where account.project_id = project
      and (exists (select 1 from ledger_rows where credit_account_id = account.id)
        or exists (select 1 from ledger_rows where debit_account_id = account.id))
  ) then
    raise exception 'needs are frozen once money has come in' using errcode = 'restrict_violation', constraint = 'needs_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger needs_frozen before insert or update or delete on needs
  for each row execute function refuse_frozen_needs();
