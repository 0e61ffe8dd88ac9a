-- Files that bring organizations, projects and gifts, and what their rows became.

-- One attempt to import a file. `staged_at` says that the rows of the present mapping and options lie in import_rows.
create table imports (
  id bigint generated always as identity primary key,
  filename text not null,
  size_bytes bigint not null,
  file_hash text not null,
  -- Name in the file store; null when the file came from the command line.
  file_key text unique,
  kind text not null check (kind in ('csv', 'xlsx', 'grants360')),
  -- What a person chose: encoding, separator, sheet, partial, rates, year, …
  options jsonb not null,
  mapping jsonb not null,
  -- What was read off the beginning of the file: facts, columns, first rows.
  head jsonb not null,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled')),
  step text check (step in ('reading', 'staging', 'matching', 'applying')),
  rows_total bigint,
  rows_done bigint not null default 0,
  counts jsonb,
  -- Why the last attempt failed: code, and the line of the file where there is one.
  failure jsonb,
  staged_at timestamptz,
  cancel_requested boolean not null default false,
  -- Who is at work: nobody else touches the rows while the lease runs.
  lease_token text,
  lease_until timestamptz,
  actor_id bigint references users (id),
  actor_name text not null default '',
  created_by bigint references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz
);
create index imports_created on imports (created_at desc, id desc);
-- One import works at a time: two would each create what the other does not see yet.
create unique index imports_one_at_work on imports ((true)) where state in ('checking', 'running');

-- Rows between reading and applying. Unlogged: after a crash they are read from the file again. Each of them would be
-- looked up in `imports`: whoever removes an import clears its staging first. What an import makes is worked out and kept
-- beside its rows, so that the transaction that applies it only copies.
create unlogged table import_rows (
  import_id bigint not null,
  -- Place among the data rows, and the line of the file.
  n integer not null,
  line integer not null,
  -- Why the row is not taken, with its cells; null for a good one.
  refused jsonb,
  -- Hashes: of the organization's folded name, of name and numbers, of the project's folded name.
  name_hash uuid,
  recipient_hash uuid,
  project_hash uuid,
  organization jsonb,
  project jsonb,
  amount_cents bigint,
  received_on date,
  need_cents bigint,
  note text not null default '',
  -- Of all that makes a gift the same gift, and which of several equal ones in this file it is.
  gift_hash text,
  occurrence integer,
  -- The gift is on the ledger already.
  known boolean not null default false,
  primary key (import_id, n)
);
create index import_rows_by_name on import_rows (import_id, name_hash) where refused is null;

-- Every spelling of an organization in the file (name and numbers), and the organization it means.
create unlogged table import_recipients (
  import_id bigint not null,
  recipient_hash uuid not null,
  name_hash uuid not null,
  -- Its first row, and the first row of the organization, which stands for it.
  n integer not null,
  organization_n integer,
  primary key (import_id, recipient_hash)
);
create index import_recipients_by_name on import_recipients (import_id, name_hash);

create unlogged table import_organizations (
  import_id bigint not null,
  n integer not null,
  organization_id bigint,
  is_new boolean not null,
  import_key text not null,
  fields jsonb not null,
  slug_base text collate "C" not null,
  slug text,
  -- What the history will show, in canonical JSON.
  event text not null default '',
  primary key (import_id, n)
);
create index import_organizations_by_slug on import_organizations (import_id, slug_base) where is_new;

create unlogged table import_projects (
  import_id bigint not null,
  n integer not null,
  organization_n integer not null,
  project_hash uuid not null,
  project_id bigint,
  is_new boolean not null default true,
  need_cents bigint not null default 0,
  funded_cents bigint not null default 0,
  fields jsonb not null default '{}',
  slug_base text collate "C" not null,
  slug text,
  event text not null default '',
  primary key (import_id, n),
  unique (import_id, organization_n, project_hash)
);
create index import_projects_by_slug on import_projects (import_id, slug_base) where is_new;
