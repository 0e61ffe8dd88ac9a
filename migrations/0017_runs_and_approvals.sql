-- Acts over many projects: the run, and a row per project with what came of it. The selection is frozen when it starts.
create table bulk_runs (
  id bigint generated always as identity primary key,
  action text not null,
  -- What is done to each, as the call said it.
  input jsonb not null,
  state text not null default 'running' check (state in ('running', 'cancelled', 'done', 'undoing', 'undone')),
  user_id bigint not null references users (id),
  -- Who undoes it, in whose right and name the undo works.
  undone_by bigint references users (id),
  language text not null check (language in ('en_US', 'du_DE', 'sie_DE')),
  total integer not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  undo_until timestamptz not null,
  undone_at timestamptz
);
create index bulk_runs_of_user on bulk_runs (user_id, id);
create index bulk_runs_at_work on bulk_runs (id) where state in ('running', 'undoing');

create table bulk_rows (
  run_id bigint not null references bulk_runs (id) on delete cascade,
  place integer not null,
  -- No foreign key: a project may be deleted meanwhile, and the row says so.
  project_id bigint,
  slug text not null,
  title text not null,
  -- The version it was chosen with: whoever changed it since is named instead of overruled.
  version integer,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'skipped', 'undone', 'kept')),
  code text,
  parameters jsonb,
  -- The change itself, which an undo takes back.
  event_id bigint references audit_events (id),
  -- Who gets a row, where a run deals its rows out among several people.
  given_to bigint references users (id),
  primary key (run_id, place)
);
create index bulk_rows_by_event on bulk_rows (event_id) where event_id is not null;
create index bulk_rows_by_state on bulk_rows (run_id, state, place) include (code);

-- Four eyes (docs/decisions/0035): which acts need a second person, what one person did of them without one, and what
-- waits for one.

-- One row per kind of act; off until somebody switches it on.
create table approval_rules (
  act text primary key,
  enabled boolean not null default false,
  -- From this sum on a second person is needed; 0 is always.
  from_cents bigint not null default 100000 check (from_cents >= 0),
  -- When the guard was last made weaker, and by whom.
  lowered_at timestamptz,
  lowered_by bigint references users (id),
  constraint approval_rules_act_check
  check (act in ('fund', 'defund', 'refund', 'unmark', 'cancel', 'bank_details', 'import_gifts', 'lower_guard'))
);
insert into approval_rules (act) values
  ('fund'), ('defund'), ('refund'), ('unmark'), ('cancel'), ('bank_details'), ('import_gifts');
insert into approval_rules (act, enabled, from_cents) values ('lower_guard', true, 0);

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
-- What was proposed about one record, for its timeline, and what waits for a second person, for the rows of a list.
create index approvals_about on approvals (about_type, about_slug, id);
create index approvals_targets on approvals using gin (targets);
