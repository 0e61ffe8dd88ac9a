-- Bulk acts on projects: the run, and a row per project with its result. The selection is frozen at the start.
create table bulk_runs (
  id bigint generated always as identity primary key,
  action text not null,
  -- The act on each row, as in the call.
  input jsonb not null,
  state text not null default 'running' check (state in ('running', 'cancelled', 'done', 'undoing', 'undone')),
  user_id bigint not null references users (id),
  -- The person with whose rights and name the undo works.
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
  -- No foreign key: a project may be deleted meanwhile, and the row reports it.
  project_id bigint,
  slug text not null,
  title text not null,
  -- The version at selection: a later change is reported instead of overwritten.
  version integer,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'skipped', 'undone', 'kept')),
  code text,
  parameters jsonb,
  -- The change itself, reverted by an undo.
  event_id bigint references audit_events (id),
  -- The person who gets a row, when a run distributes rows among several people.
  given_to bigint references users (id),
  primary key (run_id, place)
);
create index bulk_rows_by_event on bulk_rows (event_id) where event_id is not null;
create index bulk_rows_by_state on bulk_rows (run_id, state, place) include (code);

-- Four eyes (docs/decisions/0035): acts that need a second person, acts done without one, and pending proposals.

-- One row per kind of act; off until switched on.
create table approval_rules (
  act text primary key,
  enabled boolean not null default false,
  -- A second person is needed from this sum on; 0 means always.
  from_cents bigint not null default 100000 check (from_cents >= 0),
  -- The last weakening of the guard: time and person.
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
  -- Days after which a proposal expires.
  days integer not null default 7 check (days between 1 and 90),
  version integer not null default 1
);
insert into approval_terms (id) values (1);

-- One person's acts without a second one while the rule was on: many small acts of a day are added up.
create table approval_direct_acts (
  id bigint generated always as identity primary key,
  act text not null references approval_rules (act),
  user_id bigint not null references users (id),
  business_day date not null,
  -- The group that is added up; empty: everything of the kind.
  together text not null,
  amount_cents bigint not null check (amount_cents >= 0)
);
create index approval_direct_acts_of on approval_direct_acts (user_id, act, business_day);

create table approvals (
  id bigint generated always as identity primary key,
  act text not null references approval_rules (act),
  -- The waiting call as made: `POST /api/…/`, {params, body, if_match}.
  route text not null,
  call jsonb not null,
  -- Rights that allow the call, and so its approval (any one of them).
  permissions text[] not null check (cardinality(permissions) > 0),
  amount_cents bigint not null check (amount_cents >= 0),
  -- Targets with at most one pending proposal per kind: `project:12`.
  targets text[] not null check (cardinality(targets) > 0),
  about_type text not null,
  about_slug text not null,
  about_title text not null,
  -- Its effects as texts: [{key, values}].
  effects jsonb not null,
  -- The company whose money it is; company users see only their own company's.
  company_id bigint references companies (id),
  proposed_by bigint not null references users (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by bigint references users (id),
  decided_at timestamptz,
  reason text not null default '',
  -- The executing request, as in its audit events.
  request_id text,
  check ((state = 'waiting') = (decided_at is null)),
  -- The proposer never approves or rejects it, superusers included; nobody else withdraws it.
  check (state not in ('approved', 'rejected') or decided_by is not null and decided_by <> proposed_by),
  check (state <> 'withdrawn' or decided_by = proposed_by),
  check (state <> 'rejected' or reason <> '')
);
create index approvals_by_state on approvals (state, id);
create index approvals_of on approvals (proposed_by, id);
create index approvals_waiting_for on approvals using gin (targets) where state = 'waiting';
create index approvals_expiring on approvals (expires_at) where state = 'waiting';
-- Proposals about one record, for its timeline, and pending ones, for the rows of a list.
create index approvals_about on approvals (about_type, about_slug, id);
create index approvals_targets on approvals using gin (targets);
