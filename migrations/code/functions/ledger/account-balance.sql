-- The balance of an account, debits less credits, at the end of a day (by default: of everything posted).
create or replace function account_balance(account bigint, day date default null) returns bigint language sql stable as $$
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
