create or replace function note_organization_sums() returns trigger language plpgsql
  -- A lookup per row works for one row as well as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into organization_sums_to_keep
  select * from (
    select organization_id, added.business_day, posted_on,
      sum(received_cents) as allocated,
      sum(stage_cents('settled', purpose, added.amount_cents, added.reverses_id)) as settled,
      sum(stage_cents('paid', purpose, added.amount_cents, added.reverses_id)) as paid,
      sum(stage_cents('arrived', purpose, added.amount_cents, added.reverses_id)) as arrived,
      sum(refunded_cents(purpose, added.amount_cents, added.reverses_id)) as refunded
    from added
    cross join lateral (
      select (created_at at time zone 'Europe/Berlin')::date as posted_on from ledger_transactions
      where id = any (array[added.transaction_id]) order by id limit 1) entry
    cross join lateral (select project_id from fundings where id = any (array[added.funding_id]) order by id limit 1) funding
    cross join lateral (
      select organization_id from projects where id = any (array[funding.project_id]) order by id limit 1) project
    group by 1, 2, 3
  ) day where (allocated, settled, paid, arrived, refunded) <> (0, 0, 0, 0, 0);
  return null;
end $$;

create or replace trigger ledger_rows_organization_sums after insert on ledger_rows
  referencing new table as added for each statement execute function note_organization_sums();
