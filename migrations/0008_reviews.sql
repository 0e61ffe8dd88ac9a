-- Review decisions, kept permanently; taking one back is a decision of its own with outcome null.
--
-- Numbers by their names in src/shared/statuses.ts:
--   outcome, previous_outcome  2 passed, 3 rejected, 4 accepted; null: undecided

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
  -- An undone decision stays; the row that takes it back refers to it.
  undoes bigint unique references review_decisions (id),
  -- Start of the wait for this decision, for the waiting time.
  asked_at timestamptz
);
create index review_decisions_by_subject on review_decisions (subject, subject_id, id desc);
create index review_decisions_by_time on review_decisions (decided_at) where asked_at is not null;

-- Review leases: the person who has a project open to decide on it. A lease is valid until its last heartbeat expires;
-- nobody else's row is changed.
create table review_leases (
  project_id bigint primary key references projects (id) on delete cascade,
  user_id bigint not null references users (id),
  taken_at timestamptz not null,
  seen_at timestamptz not null
);
create index review_leases_by_user on review_leases (user_id);

-- Snippets: reusable reasons and questions to applicants, personal or shared.
create table review_snippets (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('decision', 'question')),
  title text not null,
  text text not null,
  -- Null: shared.
  owner_id bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  title_sort text collate "C" generated always as (fold(title)) stored
);
create index review_snippets_by_title on review_snippets (title_sort, id);
