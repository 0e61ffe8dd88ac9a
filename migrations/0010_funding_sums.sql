-- Sums and sets of gifts for statistics: per business day, month, organization and kind of donation.
--
-- Numbers by their names in src/shared/statuses.ts:
--   funding_type               1 donation, 2 sponsoring, 3 foundation, 4 profitSavings

create type private_gift_total_key as (
  state text,
  channel text,
  is_repeated boolean,
  is_returned boolean
);

-- Amounts received by projects per business day and funding type, in cents. Writers append; fold_ledger() adds up.
create table funding_totals (
  business_day date not null,
  funding_type smallint not null,
  cents bigint not null,
  -- `cents` is the allocated amount. With company, booking day (Berlin) and every stage, this gives any sum over a
  -- period as the ledger stood on any day.
  company_id bigint,
  posted_on date not null,
  settled_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  arrived_cents bigint not null default 0,
  refunded_cents bigint not null default 0
);
create index funding_totals_day on funding_totals (business_day);

-- Receivers and givers, kept for statistics. Distinct members of a period cannot be added up from counts, so the
-- members are stored as sets of ids per day and per month, and united on demand.

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
  -- The sets by organization.
  version uuid not null default gen_random_uuid(),
  by_organization bytea not null,
  primary key (business_day, posted_on)
);
alter table gift_days alter members set storage external;
alter table gift_days alter by_organization set storage external;

-- The same for a month booked in a month, both by their first days: either complete, or missing.
create table gift_months (
  business_month date not null,
  posted_month date not null,
  members bytea not null,
  version uuid not null default gen_random_uuid(),
  by_organization bytea not null,
  primary key (business_month, posted_month)
);
alter table gift_months alter members set storage external;
alter table gift_months alter by_organization set storage external;

-- Amounts received by organizations, kept for statistics by organization and by category: the sums of a day or month in
-- one value each, as features/statistics/server/organization-sums.ts writes them, and the participants beside the
-- existing sets.

-- Rows not included in any value yet.
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
alter table organization_days alter sums set storage external;

create table organization_months (
  business_month date not null,
  posted_month date not null,
  sums bytea not null,
  version uuid not null default gen_random_uuid(),
  primary key (business_month, posted_month)
);
alter table organization_months alter sums set storage external;

-- Donors whose gifts changed since the last computation: `is_repeated` of these is stale.
create table rhythms_to_keep (
  donor_id bigint not null,
  project_id bigint not null,
  amount_cents bigint not null
);

create table private_gift_totals (
  like private_gift_total_key,
  n bigint not null,
  amount_cents bigint not null,
  returned_cents bigint not null
);
