-- Who has a project open to decide on it. A row is as good as the last sign of life of its person; nobody else's is touched.
create table review_leases (
  project_id bigint primary key references projects (id) on delete cascade,
  user_id bigint not null references users (id),
  taken_at timestamptz not null,
  seen_at timestamptz not null
);
create index review_leases_by_user on review_leases (user_id);

-- Texts that come again: reasons of decisions and questions to applicants, one's own or for all.
create table review_snippets (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('decision', 'question')),
  title text not null,
  text text not null,
  -- Null: for all.
  owner_id bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  title_sort text collate "C" generated always as (fold(title)) stored
);
create index review_snippets_by_title on review_snippets (title_sort, id);
