-- Deletes all sets; every gift is queued for new ones.
create or replace function rebuild_gift_sets() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('gift_sets'));
  delete from gift_months;
  delete from gift_days;
  delete from gifts_to_keep;
  insert into gifts_to_keep (funding_id, business_day, posted_on, undone_on)
  select row.funding_id, row.business_day, (entry.created_at at time zone 'Europe/Berlin')::date, funding.undone_on
  from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
  join fundings funding on funding.id = row.funding_id
  where row.purpose = 'gift' and row.reverses_id is null;
end $$;
