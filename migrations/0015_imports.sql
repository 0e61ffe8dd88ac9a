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
   ,
  step text,
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
  finished_at timestamptz,
  -- Who undoes it and why, from the moment that it was asked for; when it was done.
  undo jsonb,
  undone_at timestamptz,
  -- The count and the sum that were shown when it was started: another result books nothing.
  expected jsonb,
  -- The recipe an import began with, as it was then.
  recipe jsonb,
  -- The company its uploader spoke for; null for the bank's own.
  company_id bigint references companies (id),
  constraint imports_state_check check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed',
    'cancelled', 'undoing', 'undone')),
  constraint imports_step_check check (step in ('reading', 'staging', 'matching', 'applying', 'undoing'))
);
create index imports_created on imports (created_at desc, id desc);
create unique index imports_one_at_work on imports ((true)) where state in ('checking', 'running', 'undoing');

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
  -- The currency of the row and its amount in it, before it became euros.
  currency text,
  source_cents bigint,
  -- Of a row that takes back: what makes it the same one again (as gift_hash of a gift), and its cells, should it be refused.
  reversal_hash text,
  cells jsonb,
  -- What a gift was before others took from it, in euro cents and in cents of its currency; null while none did.
  gross_cents bigint,
  gross_source_cents bigint,
  -- The gift that a row takes back, found when the file is matched.
  takes_id bigint,
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
  -- What an import's new projects received of past years, which is history and stands in their stages from the start.
  past_cents bigint not null default 0,
  past_on date,
  received_on date,
  primary key (import_id, n),
  unique (import_id, organization_n, project_hash)
);
create index import_projects_by_slug on import_projects (import_id, slug_base) where is_new;

-- Which earlier imports an import relies on: it took something for known that they brought.
create table import_uses (
  import_id bigint not null,
  used_id bigint not null,
  primary key (import_id, used_id),
  check (import_id <> used_id)
);
create index import_uses_used on import_uses (used_id);

-- How files of a source were read, kept for the next one: columns, fields made of others, rules, replacements, rates.
create table import_recipes (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  -- The names of the columns, whatever their order; `names` are those of the file it was kept from, in their order there.
  header_key text not null,
  names jsonb not null,
  -- Which column holds what, by its place among `names`, and what a person chose beside that.
  steps jsonb not null,
  used_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  company_id bigint references companies (id)
);
create index import_recipes_header on import_recipes (header_key, used_at desc);
create unique index import_recipes_title on import_recipes (md5(name_identity(title)), coalesce(company_id, 0));

-- Rows that left no gift behind, so that the same file does not bring them again: those that took back, and gifts of
-- which nothing was left. Forgotten when their import is undone; no foreign key, an import may be removed from its list.
create table import_taken_back (
  key text primary key,
  import_id bigint not null
);
create index import_taken_back_by_import on import_taken_back (import_id);

-- What a gift was before an import took something off it, to be so again when that import is undone. The gift keeps its
-- slug; no foreign keys, an import may be removed from its list.
create table import_corrections (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  slug text not null,
  gift jsonb not null
);
create index import_corrections_by_import on import_corrections (import_id);
create index import_corrections_by_slug on import_corrections (slug);
