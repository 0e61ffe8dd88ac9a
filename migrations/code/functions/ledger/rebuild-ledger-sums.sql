-- Rebuilds all sums of the ledger from its rows, whether triggers are on or off.
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
