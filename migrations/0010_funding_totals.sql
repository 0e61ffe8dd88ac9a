-- What projects received per business day and funding type: the ledger's gifts less its reversals, in cents. Appended
-- by the ledger row's own statement, like the counts, and folded together by compact_funding_totals().
create table funding_totals (
  business_date date not null,
  funding_type smallint not null,
  cents bigint not null
);
create index funding_totals_day on funding_totals (business_date);

create function total_fundings() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into funding_totals
  select entry.business_date, funding.funding_type, sum(moved.cents)
  from (
    select transaction_id, funding_id, credit_account_id as account_id, amount_cents as cents
    from added where funding_id is not null
    union all
    select transaction_id, funding_id, debit_account_id, -amount_cents from added where funding_id is not null
  ) moved
  join ledger_accounts account on account.id = moved.account_id
  join ledger_transactions entry on entry.id = moved.transaction_id
  join fundings funding on funding.id = moved.funding_id
  where account.project_id is not null
  group by 1, 2
  having sum(moved.cents) <> 0;
  return null;
end $$;
create trigger ledger_rows_totals after insert on ledger_rows
  referencing new table as added for each statement execute function total_fundings();

create function compact_funding_totals() returns void language sql as $$
  with moved as (delete from funding_totals returning *)
  insert into funding_totals
  select business_date, funding_type, sum(cents) from moved group by 1, 2 having sum(cents) <> 0;
$$;

-- The totals made anew from the ledger; writers wait meanwhile.
create function rebuild_funding_totals() returns void language plpgsql as $$
begin
  lock table ledger_rows in share row exclusive mode;
  delete from funding_totals;
  insert into funding_totals
  select entry.business_date, funding.funding_type, sum(moved.cents)
  from (
    select transaction_id, funding_id, credit_account_id as account_id, amount_cents as cents
    from ledger_rows where funding_id is not null
    union all
    select transaction_id, funding_id, debit_account_id, -amount_cents from ledger_rows where funding_id is not null
  ) moved
  join ledger_accounts account on account.id = moved.account_id
  join ledger_transactions entry on entry.id = moved.transaction_id
  join fundings funding on funding.id = moved.funding_id
  where account.project_id is not null
  group by 1, 2
  having sum(moved.cents) <> 0;
end $$;
