-- Work for later, e-mails, links that open an account.

-- Written in the transaction of the change that asks for the work, so nothing is done for a change that was rolled
-- back. What is due is handed to the queue, whose own tables no feature touches.
create table job_requests (
  id bigint generated always as identity primary key,
  job text not null,
  payload jsonb not null,
  -- The same key is never done twice, however long ago it was asked for.
  key text,
  -- By the application's clock; without it at once.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create unique index job_requests_key on job_requests (job, key) where key is not null;
create index job_requests_open on job_requests (due_at nulls first, id) where sent_at is null;

-- One row per mail: the outbox. A mail is taken by a lease, so a lost sender's mails come back by themselves.
create table emails (
  id bigint generated always as identity primary key,
  -- Once per (template, object, recipient, day): the same mail cannot be queued twice.
  dedupe_key text not null unique,
  template text not null,
  object_type text,
  object_id bigint,
  user_id bigint references users (id),
  to_email text not null,
  to_name text not null default '',
  language text not null check (language in ('en_US', 'du_DE', 'sie_DE')),
  data jsonb not null,
  -- Values that open an account; shown to nobody but superusers, and forgotten once a mail server has the mail.
  secrets text[] not null default '{}',
  thread text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  -- Why a mail failed or was skipped: a code that has a text.
  reason text,
  -- What was sent, kept from the first attempt on, so that every retry is the same mail.
  message_id text unique,
  subject text not null default '',
  text_body text,
  html_body text,
  uid uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  -- Attempts in a row since it was queued or requeued: what the waiting time grows with.
  tries integer not null default 0,
  next_attempt_at timestamptz,
  lease_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  search_text text generated always as (fold(to_email || ' ' || to_name || ' ' || subject)) stored
);
create index emails_due on emails (next_attempt_at nulls first, id) where state in ('queued', 'sending');
create index emails_created on emails (created_at, id);
create index emails_state on emails (state, id);
create index emails_template on emails (template, id);
create index emails_search on emails using gin (search_text gin_trgm_ops);
create index emails_object on emails (object_type, object_id, id);

-- Every hand-over that was tried, with the server's answer.
create table email_attempts (
  id bigint generated always as identity primary key,
  email_id bigint not null references emails (id) on delete cascade,
  at timestamptz not null,
  outcome text not null check (outcome in ('sent', 'failed', 'retry', 'skipped')),
  transport text not null check (transport in ('smtp', 'outbox')),
  answer text not null default ''
);
create index email_attempts_by_email on email_attempts (email_id, id);

-- Staff's own wording of a mail, language by language; where there is none the default of the code holds.
create table email_templates (
  key text primary key,
  subject jsonb not null default '{}',
  body jsonb not null default '{}',
  version integer not null,
  updated_by bigint references users (id),
  updated_at timestamptz not null
);

-- Links of invitations and password resets; only a hash is kept.
create table account_links (
  token_hash text primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('invitation', 'password_reset')),
  created_by bigint references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_by_user on account_links (user_id, purpose);

alter table users add column search_text text generated always as
  (fold(username::text || ' ' || email::text || ' ' || first_name || ' ' || last_name)) stored;
alter table users add column name_sort text collate "C" generated always as
  (fold(last_name || ' ' || first_name || ' ' || username::text)) stored;
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_name on users (name_sort, id);
create index users_by_type on users (user_type, state);
