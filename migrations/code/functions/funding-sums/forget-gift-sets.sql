-- Deletes the sets that contain these gifts, because their people changed or their import was undone; all gifts of
-- those days are queued for new sets. Takes the refresh's exclusive lock in shared mode.
create or replace function forget_gift_sets(ids bigint[]) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtext('gift_sets'));
  update gifts_to_keep gift set undone_on = funding.undone_on from fundings funding
  where gift.funding_id = any (ids) and funding.id = gift.funding_id
    and gift.undone_on is distinct from funding.undone_on;
  with touched as (
    select distinct row.business_day, (entry.created_at at time zone 'Europe/Berlin')::date as posted_on
    from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
    where row.funding_id = any (ids) and row.purpose = 'gift' and row.reverses_id is null
  ), months as (
    delete from gift_months using touched
    where business_month = date_trunc('month', touched.business_day) and posted_month = date_trunc('month', touched.posted_on)
  ), days as (
    delete from gift_days day using touched
    where day.business_day = touched.business_day and day.posted_on = touched.posted_on
    returning day.business_day, day.posted_on
  )
  insert into gifts_to_keep (funding_id, business_day, posted_on, undone_on)
  select row.funding_id, days.business_day, days.posted_on, funding.undone_on
  from days join ledger_rows row on row.business_day = days.business_day
  join ledger_transactions entry on entry.id = row.transaction_id
  join fundings funding on funding.id = row.funding_id
  where row.purpose = 'gift' and row.reverses_id is null
    and (entry.created_at at time zone 'Europe/Berlin')::date = days.posted_on
    -- Undone earlier: these were never in a set and are already queued.
    and (funding.undone_on is null or row.funding_id = any (ids));
$$;
