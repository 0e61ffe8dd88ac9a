-- What organizations received, kept for statistics by organization and by category: sums of a day and of a month in one
-- value each, as features/statistics/server/organization-sums.ts writes them, and who took part, beside the sets there are.

-- What no value holds yet.
create table organization_sums_to_keep (
  organization_id bigint not null,
  business_day date not null,
  posted_on date not null,
  allocated_cents bigint not null,
  settled_cents bigint not null,
  paid_cents bigint not null,
  arrived_cents bigint not null,
  refunded_cents bigint not null
);
create index organization_sums_to_keep_day on organization_sums_to_keep (business_day);

-- A business day as it was booked on one day (Berlin), and a month booked in a month, both by their first days. Each time a
-- kept value is written it has another version, so that what a process has read once need not be read again.
create table organization_days (
  business_day date not null,
  posted_on date not null,
  sums bytea not null,
  version uuid not null default gen_random_uuid(),
  primary key (business_day, posted_on)
);
create table organization_months (
  business_month date not null,
  posted_month date not null,
  sums bytea not null,
  version uuid not null default gen_random_uuid(),
  primary key (business_month, posted_month)
);
alter table organization_days alter sums set storage external;
alter table organization_months alter sums set storage external;

-- The sets also by organization; made anew below.
alter table gift_days add version uuid not null default gen_random_uuid(),
  add by_organization bytea not null default '';
alter table gift_months add version uuid not null default gen_random_uuid(),
  add by_organization bytea not null default '';
alter table gift_days alter by_organization drop default, alter by_organization set storage external;
alter table gift_months alter by_organization drop default, alter by_organization set storage external;

-- What each row of the ledger says of the organization whose project it is about.
create view organization_moves as
select project.organization_id, funding.project_id, row.business_day,
  (entry.created_at at time zone 'Europe/Berlin')::date as posted_on, received_cents as allocated,
  stage_cents('settled', purpose, row.amount_cents, row.reverses_id) as settled,
  stage_cents('paid', purpose, row.amount_cents, row.reverses_id) as paid,
  stage_cents('arrived', purpose, row.amount_cents, row.reverses_id) as arrived,
  refunded_cents(purpose, row.amount_cents, row.reverses_id) as refunded
from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
join fundings funding on funding.id = row.funding_id join projects project on project.id = funding.project_id;

create index organizations_by_category on organizations (category, id) where category <> '';

create function note_organization_sums() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into organization_sums_to_keep
  select * from (
    select project.organization_id, added.business_day, (entry.created_at at time zone 'Europe/Berlin')::date,
      sum(received_cents) as allocated,
      sum(stage_cents('settled', purpose, added.amount_cents, added.reverses_id)) as settled,
      sum(stage_cents('paid', purpose, added.amount_cents, added.reverses_id)) as paid,
      sum(stage_cents('arrived', purpose, added.amount_cents, added.reverses_id)) as arrived,
      sum(refunded_cents(purpose, added.amount_cents, added.reverses_id)) as refunded
    from added join ledger_transactions entry on entry.id = added.transaction_id
    join fundings funding on funding.id = added.funding_id join projects project on project.id = funding.project_id
    group by 1, 2, 3
  ) day where (allocated, settled, paid, arrived, refunded) <> (0, 0, 0, 0, 0);
  return null;
end $$;
create trigger ledger_rows_organization_sums after insert on ledger_rows
  referencing new table as added for each statement execute function note_organization_sums();

-- A project that goes to another organization takes all its money along.
create or replace function forget_gift_sets_of_project() returns trigger language plpgsql as $$
begin
  perform forget_gift_sets(array(select id from fundings where project_id = new.id));
  insert into organization_sums_to_keep
  select side.organization_id, business_day, posted_on, sign * sum(allocated), sign * sum(settled), sign * sum(paid),
    sign * sum(arrived), sign * sum(refunded)
  from organization_moves moved, (values (old.organization_id, -1), (new.organization_id, 1)) side (organization_id, sign)
  where project_id = new.id
  group by side.organization_id, sign, business_day, posted_on;
  return null;
end $$;

-- All sums are forgotten and wait to be kept anew.
create function rebuild_organization_sums() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('gift_sets'));
  delete from organization_months;
  delete from organization_days;
  delete from organization_sums_to_keep;
  insert into organization_sums_to_keep
  select organization_id, business_day, posted_on, sum(allocated), sum(settled), sum(paid), sum(arrived), sum(refunded)
  from organization_moves group by 1, 2, 3;
end $$;

select rebuild_gift_sets(), rebuild_organization_sums();
