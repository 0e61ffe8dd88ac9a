-- How people arrange lists, which questions they keep, and what they take out.

create table table_settings (
  user_id bigint not null references users (id),
  table_name text not null,
  hidden_fields text[] not null,
  updated_at timestamptz not null,
  primary key (user_id, table_name)
);

-- How a person has laid out a table: its columns in their order with the optional ones, and widths. What is hidden stays in
-- table_settings.
create table table_layouts (
  user_id bigint not null references users (id),
  table_name text not null,
  columns text[] not null,
  -- Pixels by column.
  widths jsonb not null default '{}' check (jsonb_typeof(widths) = 'object'),
  updated_at timestamptz not null,
  primary key (user_id, table_name)
);

-- Questions to the project list that staff keep, for themselves or for everybody.
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

-- With which view the project list opens for the people of a role: one of the product's, by its key, or a shared one.
create table project_view_openings (
  role text primary key,
  view text collate "C" not null,
  updated_at timestamptz not null
);

-- Exports too large for one answer: made by a job, kept for seven days, for the person who asked only.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  list text not null,
  query jsonb not null,
  language text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  filename text not null default '',
  file_key text,
  -- How many rows there are to write, once that is known, and how many were read for it.
  row_count integer,
  rows_done integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  -- Rights that the columns of an export were shown by, beside that of its list: who has lost one no longer gets the file.
  needs text[] not null default '{}',
  -- Whose money a finished export shows: one company's (its id), every company's, or none's (''); null while it is not made.
  seen_as text
);
create index exports_by_user on exports (user_id, id desc);
create index exports_expiring on exports (expires_at) where file_key is not null;
