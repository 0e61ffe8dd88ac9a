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
  decided_at timestamptz not null
);
create index review_decisions_by_subject on review_decisions (subject, subject_id, id desc);
create trigger review_decisions_append_only before update on review_decisions
  for each row execute function refuse_change();
