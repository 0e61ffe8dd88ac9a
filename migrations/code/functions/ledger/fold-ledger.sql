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
