-- Arrangement of lists, saved views, and exports.

create table table_settings (
  user_id bigint not null references users (id),
  table_name text not null,
  hidden_fields text[] not null,
  updated_at timestamptz not null,
  primary key (user_id, table_name)
);

-- A person's table layout: columns in order including optional ones, and widths. Hidden columns stay in table_settings.
create table table_layouts (
  user_id bigint not null references users (id),
  table_name text not null,
  columns text[] not null,
  -- Pixels by column.
  widths jsonb not null default '{}' check (jsonb_typeof(widths) = 'object'),
  updated_at timestamptz not null,
  primary key (user_id, table_name)
);

-- Saved views of the project list, personal or shared.
create table project_views (
  id bigint generated always as identity primary key,
  slug text collate "C" not null unique,
  title text not null check (char_length(title) between 1 and 64),
  user_id bigint not null references users (id),
  -- The query string of the list, as its page writes it.
  query text not null,
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index project_views_by_person on project_views (user_id, id);

-- The opening view of the project list per role: one of the product's, by its key, or a shared one.
create table project_view_openings (
  role text primary key,
  view text collate "C" not null,
  updated_at timestamptz not null
);

-- Exports too large for one answer: created by a job, kept for seven days, only for the person who requested them.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  list text not null,
  query jsonb not null,
  language text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  filename text not null default '',
  file_key text,
  -- Number of rows to write, once known, and of rows read so far.
  row_count integer,
  rows_done integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  -- Rights that determined the columns of an export, beside that of its list: a person who lost one cannot download the
  -- file any more.
  needs text[] not null default '{}',
  -- The companies whose money a finished export shows: one (its id), every, or none (''); null while unfinished.
  seen_as text
);
create index exports_by_user on exports (user_id, id desc);
create index exports_expiring on exports (expires_at) where file_key is not null;
