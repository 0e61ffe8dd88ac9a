-- Imported files with organizations, projects and gifts, and the results of their rows.

-- One attempt to import a file. `staged_at` means that the rows for the current mapping and options are in import_rows.
create table imports (
  id bigint generated always as identity primary key,
  filename text not null,
  size_bytes bigint not null,
  file_hash text not null,
  -- Name in the file store; null when the file came from the command line.
  file_key text unique,
  kind text not null check (kind in ('csv', 'xlsx', 'grants360')),
  -- A person's choices: encoding, separator, sheet, partial, rates, year, …
  options jsonb not null,
  mapping jsonb not null,
  -- Preview of the file: facts, columns, first rows.
  head jsonb not null,
  state text not null default 'uploaded'
   ,
  step text,
  rows_total bigint,
  rows_done bigint not null default 0,
  counts jsonb,
  -- Why the last attempt failed: code, and the line of the file if known.
  failure jsonb,
  staged_at timestamptz,
  cancel_requested boolean not null default false,
  -- The worker's lease: nobody else touches the rows while it runs.
  lease_token text,
  lease_until timestamptz,
  actor_id bigint references users (id),
  actor_name text not null default '',
  created_by bigint references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  -- The person and reason of the undo, from its request on; and its completion.
  undo jsonb,
  undone_at timestamptz,
  -- The count and sum shown at the start: a different result books nothing.
  expected jsonb,
  -- The recipe an import started with, as of then.
  recipe jsonb,
  -- The company of its uploader; null for the bank's own staff.
  company_id bigint references companies (id),
  constraint imports_state_check check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed',
    'cancelled', 'undoing', 'undone')),
  constraint imports_step_check check (step in ('reading', 'staging', 'matching', 'applying', 'undoing'))
);
create index imports_created on imports (created_at desc, id desc);
create unique index imports_one_at_work on imports ((true)) where state in ('checking', 'running', 'undoing');

-- Staged rows between reading and applying. Unlogged: after a crash they are read from the file again. No foreign key
-- to `imports`, because it would be checked for each row: removing an import must clear its staging first. All results
-- are computed here beforehand, so that the transaction that applies them only copies.
create unlogged table import_rows (
  import_id bigint not null,
  -- Index among the data rows, and line of the file.
  n integer not null,
  line integer not null,
  -- Reason and cells of a refused row; null for a good one.
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
  -- Identity hash of the gift, and its number among equal ones in this file.
  gift_hash text,
  occurrence integer,
  -- The gift is already on the ledger.
  known boolean not null default false,
  -- Original currency and amount of the row, before conversion to euros.
  currency text,
  source_cents bigint,
  -- For a reversal: its identity hash (like gift_hash of a gift), and its cells in case it is refused.
  reversal_hash text,
  cells jsonb,
  -- The gift's amount before reversals, in euro cents and in cents of its currency; null without any.
  gross_cents bigint,
  gross_source_cents bigint,
  -- The gift that a row reverses, found during matching.
  takes_id bigint,
  primary key (import_id, n)
);
create index import_rows_by_name on import_rows (import_id, name_hash) where refused is null;

-- Every spelling of an organization in the file (name and numbers), and the matching organization.
create unlogged table import_recipients (
  import_id bigint not null,
  recipient_hash uuid not null,
  name_hash uuid not null,
  -- Its first row, and the first row of the organization, which represents it.
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
  -- The history's content, in canonical JSON.
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
  -- Past years' amounts of an import's new projects, which are history and part of their stages from the start.
  past_cents bigint not null default 0,
  past_on date,
  received_on date,
  primary key (import_id, n),
  unique (import_id, organization_n, project_hash)
);
create index import_projects_by_slug on import_projects (import_id, slug_base) where is_new;

-- Dependencies between imports: an import used records that an earlier one created.
create table import_uses (
  import_id bigint not null,
  used_id bigint not null,
  primary key (import_id, used_id),
  check (import_id <> used_id)
);
create index import_uses_used on import_uses (used_id);

-- Recipes: how files of a source were read, for the next one: columns, derived fields, rules, replacements, rates.
create table import_recipes (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  -- The column names in any order; `names` are those of the original file, in order.
  header_key text not null,
  names jsonb not null,
  -- Columns by their index in `names`, and a person's further choices.
  steps jsonb not null,
  used_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  company_id bigint references companies (id)
);
create index import_recipes_header on import_recipes (header_key, used_at desc);
create unique index import_recipes_title on import_recipes (md5(name_identity(title)), coalesce(company_id, 0));

-- Rows without a remaining gift, so that the same file does not bring them again: reversals, and completely reversed
-- gifts. Deleted when their import is undone; no foreign key, because an import may be removed from its list.
create table import_taken_back (
  key text primary key,
  import_id bigint not null
);
create index import_taken_back_by_import on import_taken_back (import_id);

-- The former amount of a gift reduced by an import, restored when that import is undone. The gift keeps its slug; no
-- foreign keys, because an import may be removed from its list.
create table import_corrections (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  slug text not null,
  gift jsonb not null
);
create index import_corrections_by_import on import_corrections (import_id);
create index import_corrections_by_slug on import_corrections (slug);
