create or replace function note_gifts() returns trigger language plpgsql
  -- A lookup per row works for one row as well as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into gifts_to_keep (funding_id, business_day, posted_on)
  select added.funding_id, added.business_day, posted_on
  from added
  cross join lateral (
    select (created_at at time zone 'Europe/Berlin')::date as posted_on from ledger_transactions
    where id = any (array[added.transaction_id]) order by id limit 1) entry
  where added.purpose = 'gift' and added.reverses_id is null;
  return null;
end $$;

create or replace trigger ledger_rows_gifts after insert on ledger_rows
  referencing new table as added for each statement execute function note_gifts();
