-- Exports too large for one answer: made by a job, kept for seven days, for the person who asked only.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  list text not null,
  query jsonb not null,
  language text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  filename text not null default '',
  file_key text,
  row_count integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create index exports_by_user on exports (user_id, id desc);
create index exports_expiring on exports (expires_at) where file_key is not null;
