-- Four eyes (docs/decisions/0035): which acts need a second person, what one person did of them without one, and what
-- waits for one.

-- One row per kind of act; off until somebody switches it on.
create table approval_rules (
  act text primary key check (act in ('fund', 'defund', 'refund', 'unmark', 'cancel', 'bank_details')),
  enabled boolean not null default false,
  -- From this sum on a second person is needed; 0 is always.
  from_cents bigint not null default 100000 check (from_cents >= 0),
  -- When the guard was last made weaker, and by whom.
  lowered_at timestamptz,
  lowered_by bigint references users (id)
);
insert into approval_rules (act)
values ('fund'), ('defund'), ('refund'), ('unmark'), ('cancel'), ('bank_details');

create table approval_terms (
  id smallint primary key default 1 check (id = 1),
  -- After so many days a proposal expires.
  days integer not null default 7 check (days between 1 and 90),
  version integer not null default 1
);
insert into approval_terms (id) values (1);

-- What one person did without a second one while the rule was on: many small acts of a day count together.
create table approval_direct_acts (
  id bigint generated always as identity primary key,
  act text not null references approval_rules (act),
  user_id bigint not null references users (id),
  business_day date not null,
  -- What counts together; empty: everything of the kind.
  together text not null,
  amount_cents bigint not null check (amount_cents >= 0)
);
create index approval_direct_acts_of on approval_direct_acts (user_id, act, business_day);

create table approvals (
  id bigint generated always as identity primary key,
  act text not null references approval_rules (act),
  -- The call that waits, as it was made: `POST /api/…/`, {params, body, if_match}.
  route text not null,
  call jsonb not null,
  -- The rights of which one lets a person make the call, and so approve it.
  permissions text[] not null check (cardinality(permissions) > 0),
  amount_cents bigint not null check (amount_cents >= 0),
  -- What must not wait twice: `project:12`.
  targets text[] not null check (cardinality(targets) > 0),
  about_type text not null,
  about_slug text not null,
  about_title text not null,
  -- What it would do, in words: [{key, values}].
  effects jsonb not null,
  -- Whose company's money it is; company users see those of their own alone.
  company_id bigint references companies (id),
  proposed_by bigint not null references users (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by bigint references users (id),
  decided_at timestamptz,
  reason text not null default '',
  -- The request that did it: its audit events carry the same.
  request_id text,
  check ((state = 'waiting') = (decided_at is null)),
  -- Whoever proposed it never approves or rejects it, superusers included; nobody else withdraws it.
  check (state not in ('approved', 'rejected') or decided_by is not null and decided_by <> proposed_by),
  check (state <> 'withdrawn' or decided_by = proposed_by),
  check (state <> 'rejected' or reason <> '')
);
create index approvals_by_state on approvals (state, id);
create index approvals_of on approvals (proposed_by, id);
create index approvals_waiting_for on approvals using gin (targets) where state = 'waiting';
create index approvals_expiring on approvals (expires_at) where state = 'waiting';
