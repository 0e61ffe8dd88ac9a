-- Settings: features, dated settings, internal statuses, accounts, companies.
--
-- Numbers by their names in src/shared/statuses.ts:
--   fallback_funding_type      1 donation, 2 sponsoring, 3 foundation, 4 profitSavings

-- One row: which funding types the platform offers (spec §3).
create table platform_features (
  id integer primary key check (id = 1),
  "enableDonations" boolean not null default true,
  "enableSponsoring" boolean not null default true,
  "enableFoundation" boolean not null default true,
  "enableGewinnsparen" boolean not null default true,
  version integer not null default 1,
  -- All or nothing: only projects that reach their goal are paid out; the gifts of all others are returned at their
  -- end.
  all_or_nothing boolean not null default false,
  -- The default funding type of an internal funding.
  fallback_funding_type smallint not null default 2 check (fallback_funding_type in (1, 2, 3, 4)),
  -- The largest private donation that can be recorded; €100,000.00.
  max_gift_cents bigint not null default 10000000 check (max_gift_cents > 0),
  -- From this sum on, a person must type it before an import books; €100,000.00.
  import_confirm_cents bigint not null default 10000000 check (import_confirm_cents > 0),
  -- The prefix of published grants, registered with 360Giving.
  grants360_prefix text not null default '360G-almoner' check (grants360_prefix ~ '^360G-[A-Za-z0-9_]{2,40}$')
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
  ('exemption_art60a_months', '1900-01-01', 36),
  ('receipt_kept_months', '1900-01-01', 120);

-- Whether a project has ended depends on the business day. The application moves the day (never the database's own
-- clock), and only the projects between the two days change.
create table business_day (
  id integer primary key check (id = 1),
  day date not null,
  -- The oldest dates on which a notice or a certificate still counts, computed when the day or a period changes and not for
  -- each list that shows proofs.
  oldest_notice date not null,
  oldest_art60a date not null
);
insert into business_day (id, day, oldest_notice, oldest_art60a) values (1, '1900-01-01', '1895-01-01', '1897-01-01');

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

create table companies (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  version integer not null default 1,
  created_at timestamptz not null
);

create table individual_bank_accounts (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  iban text not null,
  version integer not null default 1,
  created_at timestamptz not null
);

-- The house's own accounts, whose statements are read; gifts without a statement line arrive on `main`.
create table bank_accounts (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  iban text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  -- Files for the bank. What a file held stays as it was: recipient, account, amount and text are copies.
  holder text not null default '',
  bic text not null default '',
  -- Residence of an account holder: banks require it when one of two accounts lies outside the EEA.
  town text not null default '',
  country text not null default '' check (country ~ '^([A-Z]{2})?$')
);
insert into bank_accounts (slug, title, created_at) values ('main', 'Main account', '2026-01-01');

-- Foreign keys to tables created later.
alter table users add foreign key (company_id) references companies (id);
