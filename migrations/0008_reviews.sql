-- Decisions of reviewers, kept for good; taking one back is a decision of its own with outcome null.
create table review_decisions (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('project', 'organization')),
  subject_id bigint not null,
  kind text not null check (kind in ('review', 'content', 'voting', 'nonprofit')),
  outcome smallint,
  previous_outcome smallint,
  reason text not null default '',
  decided_by bigint references users (id),
  decided_at timestamptz not null,
  -- A decision that was undone stays; the row that takes it back names it.
  undoes bigint unique references review_decisions (id),
  -- Since when the decision was waited for, so that the time to it can be told.
  asked_at timestamptz
);
create index review_decisions_by_subject on review_decisions (subject, subject_id, id desc);
create index review_decisions_by_time on review_decisions (decided_at) where asked_at is not null;

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
