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
  primary key (run_id, place)
);
create index bulk_rows_by_state on bulk_rows (run_id, state, place);
create index bulk_rows_by_event on bulk_rows (event_id) where event_id is not null;

alter table platform_features
  -- How long a run can be undone as one, in days.
  add bulk_undo_days integer not null default 30 check (bulk_undo_days between 1 and 365);
