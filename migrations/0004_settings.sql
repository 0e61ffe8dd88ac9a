-- What the house settles for itself: features, dated settings, words for where a case stands, accounts, companies.

-- One row: which funding types the platform offers (spec §3).
create table platform_features (
  id integer primary key check (id = 1),
  "enableDonations" boolean not null default true,
  "enableSponsoring" boolean not null default true,
  "enableFoundation" boolean not null default true,
  "enableGewinnsparen" boolean not null default true,
  version integer not null default 1
);
insert into platform_features (id) values (1);

-- Dated settings: the value in force on a day is the newest one that is not later (product.md §6: limits and periods).
create table dated_settings (
  key text not null,
  valid_from date not null,
  value integer not null,
  primary key (key, valid_from)
);
insert into dated_settings (key, valid_from, value) values
  ('exemption_notice_months', '1900-01-01', 60),
  ('exemption_art60a_months', '1900-01-01', 36);

-- The oldest date of a notice (or certificate) that still counts on a day, by the period of that name in force then.
-- Going back by months may end on the last day of a shorter month, from which going forth does not reach the day.
create function oldest_valid_proof(period_key text, today date) returns date language plpgsql stable as $$
declare
  period interval;
  oldest date;
begin
  select make_interval(months => value) into period from dated_settings
  where key = period_key and valid_from <= today order by valid_from desc limit 1;
  oldest := (today - period)::date;
  return case when (oldest + period)::date < today then oldest + 1 else oldest end;
end $$;

create table internal_statuses (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('project', 'organization')),
  slug text not null,
  title text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  unique (subject, slug)
);
create unique index internal_statuses_title on internal_statuses (subject, fold(title));

create table individual_bank_accounts (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  iban text not null,
  version integer not null default 1,
  created_at timestamptz not null
);

create table companies (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  version integer not null default 1,
  created_at timestamptz not null
);

-- Whether a project has ended depends on the business day. The application moves the day (never the database's own
-- clock), and only the projects between the two days change.
create table business_day (
  id integer primary key check (id = 1),
  day date not null
);
insert into business_day (id, day) values (1, '1900-01-01');
