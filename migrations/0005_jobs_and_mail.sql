-- Jobs and mails.

-- Written in the transaction of the change that asks for the work, so nothing is done for a change that was rolled
-- back. What is due is handed to the queue, whose own tables no feature touches.
create table job_requests (
  id bigint generated always as identity primary key,
  job text not null,
  payload jsonb not null,
  -- A key is never done twice, however long ago it was used.
  key text,
  -- By the application's clock; null runs at once.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create unique index job_requests_key on job_requests (job, key) where key is not null;
create index job_requests_open on job_requests (due_at nulls first, id) where sent_at is null;

-- How often long work lost its job for good and was asked for again (src/server/work/long-work.ts). Work that keeps killing its
-- worker is given up after a few times.
create table work_takeovers (
  job text not null,
  work_id bigint not null,
  times integer not null,
  at timestamptz not null,
  -- Started runs of long work that have not ended: each is still running, or died with its server.
  runs integer not null default 0,
  primary key (job, work_id)
);

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
  thread text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  -- Why a mail failed or was skipped: a code with a text.
  reason text,
  -- The sent content, stored at the first attempt, so that every retry sends the same mail.
  message_id text unique,
  subject text not null default '',
  text_body text,
  html_body text,
  uid uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  -- Consecutive attempts since it was queued or requeued; they determine the retry delay.
  tries integer not null default 0,
  next_attempt_at timestamptz,
  lease_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  search_text text generated always as (fold(to_email || ' ' || to_name || ' ' || subject)) stored,
  -- Whether a mail holds such an address: none, still held back for its recipient, or sent and forgotten.
  secrecy text not null default 'none' check (secrecy in ('none', 'held', 'gone')),
  -- The change that a mail reports: if it is undone before sending, the mail is not sent.
  event_id bigint references audit_events (id),
  -- A file that goes out with a mail, by the hash of its bytes (docs/decisions/0049).
  attachment_sha256 text check (attachment_sha256 ~ '^[0-9a-f]{64}$'),
  attachment_name text not null default '',
  -- Which mails are about a donor: to an address that was a donor's when the mail was written or since, or with a document
  -- that names one. It stays so when the address changes or the donor goes (docs/decisions/0068).
  of_donor boolean not null default false
);
create index emails_due on emails (next_attempt_at nulls first, id) where state in ('queued', 'sending');
create index emails_created on emails (created_at, id);
create index emails_state on emails (state, id);
create index emails_template on emails (template, id);
create index emails_search on emails using gin (search_text gin_trgm_ops);
create index emails_object on emails (object_type, object_id, id);
create index emails_sent on emails (sent_at nulls first, id);
create index emails_to on emails (to_email, id);
create index emails_subject on emails (subject, id);
create index emails_language on emails (language, id);
create index emails_attempts on emails (attempts, id);
create index emails_by_event on emails (event_id) where event_id is not null;
create index emails_attachments on emails (attachment_sha256) where attachment_sha256 is not null;
create index emails_to_folded on emails (fold(to_email));

-- Every delivery attempt with the server's answer.
create table email_attempts (
  id bigint generated always as identity primary key,
  email_id bigint not null references emails (id) on delete cascade,
  at timestamptz not null,
  outcome text not null check (outcome in ('sent', 'failed', 'retry', 'skipped')),
  transport text not null check (transport in ('smtp', 'outbox')),
  answer text not null default ''
);
create index email_attempts_by_email on email_attempts (email_id, id);

-- Addresses that open an account are stored beside the outbox, not in it: no reader of mails can reveal them.
create table email_secrets (
  email_id bigint primary key references emails (id) on delete cascade,
  -- Variable of the template and its value, from queueing until a mail server has the mail.
  data jsonb not null
);

-- Custom wording of a mail per language; without it the default in the code applies.
create table email_templates (
  key text primary key,
  subject jsonb not null default '{}',
  body jsonb not null default '{}',
  version integer not null,
  updated_by bigint references users (id),
  updated_at timestamptz not null,
  -- Languages of a wording not reviewed since another one was changed, each with that other one.
  not_adapted jsonb not null default '{}'
);
