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
