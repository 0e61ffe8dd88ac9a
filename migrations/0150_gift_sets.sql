-- Who received and who gave, kept for statistics. How many took part in a time, each once, cannot be added up from counts;
-- so the members themselves are kept, as sets of ids per day and per month, and united when somebody asks.

-- Gifts that no set holds: what was booked since the sets were last brought up to date, where a gift in both counts once;
-- and for good those whose import was undone, which count only as of a day before that.
create table gifts_to_keep (
  funding_id bigint not null,
  business_day date not null,
  posted_on date not null,
  undone_on date
);
create index gifts_to_keep_day on gifts_to_keep (business_day) where undone_on is null;
create index gifts_to_keep_gift on gifts_to_keep (funding_id);
create index gifts_to_keep_undone on gifts_to_keep (undone_on, business_day) where undone_on is not null;

-- The gifts of a business day that were booked on one day (Berlin), as features/statistics/server/gift-sets.ts writes them.
create table gift_days (
  business_day date not null,
  posted_on date not null,
  members bytea not null,
  primary key (business_day, posted_on)
);
-- The same for a month booked in a month, both by their first days: all that stands in its days, or missing.
create table gift_months (
  business_month date not null,
  posted_month date not null,
  members bytea not null,
  primary key (business_month, posted_month)
);
alter table gift_days alter members set storage external;
alter table gift_months alter members set storage external;

create function note_gifts() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into gifts_to_keep (funding_id, business_day, posted_on)
  select added.funding_id, added.business_day, (entry.created_at at time zone 'Europe/Berlin')::date
  from added join ledger_transactions entry on entry.id = added.transaction_id
  where added.purpose = 'gift' and added.reverses_id is null;
  return null;
end $$;
create trigger ledger_rows_gifts after insert on ledger_rows
  referencing new table as added for each statement execute function note_gifts();

-- Forgets the sets in which these gifts stand, because whom they name has changed or their import was undone; all gifts of
-- those days wait to be kept anew.
-- Shares the lock that bringing the sets up to date takes alone.
create function forget_gift_sets(ids bigint[]) returns void language sql as $$
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
    -- Undone earlier: these never stood in a set and wait already.
    and (funding.undone_on is null or row.funding_id = any (ids));
$$;

create function forget_gift_sets_of_gifts() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  select array_agg(now.id) into ids from added now join removed before using (id)
  where (now.donor_id, now.undone_on) is distinct from (before.donor_id, before.undone_on);
  if ids is not null then
    perform forget_gift_sets(ids);
  end if;
  return null;
end $$;
create trigger fundings_gift_sets after update on fundings referencing old table as removed new table as added
  for each statement execute function forget_gift_sets_of_gifts();

create function forget_gift_sets_of_project() returns trigger language plpgsql as $$
begin
  perform forget_gift_sets(array(select id from fundings where project_id = new.id));
  return null;
end $$;
create trigger projects_gift_sets after update on projects for each row
  when (old.organization_id is distinct from new.organization_id) execute function forget_gift_sets_of_project();

-- All sets are forgotten; every gift waits to be kept anew.
create function rebuild_gift_sets() returns void language plpgsql as $$
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

select rebuild_gift_sets();
