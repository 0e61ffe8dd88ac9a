-- Rebuilds all daily totals from the rows.
create or replace function rebuild_funding_totals() returns void language sql as $$
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
