-- Document templates: a PDF per version, with the mapping of its contents. The effective dates determine the version of
-- a day; a version that has produced a document is never changed again (docs/decisions/0055).
create table document_templates (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  kind text not null check (kind in ('thank_you', 'funding_agreement', 'profit_savings', 'donation_receipt',
    'collective_receipt')),
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  -- A deleted template produces nothing any more; its used versions stay for the reprints of receipts.
  deleted_at timestamptz
);
create index document_templates_by_kind on document_templates (kind, id);

create table document_template_versions (
  id bigint generated always as identity primary key,
  template_id bigint not null references document_templates (id) on delete cascade,
  number integer not null,
  state text not null default 'draft' check (state in ('draft', 'active')),
  valid_from date not null,
  -- Null: until the next one begins.
  valid_until date check (valid_until >= valid_from),
  filename text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Pages and fields found in the PDF.
  found jsonb not null,
  -- Contents of fields, and contents placed on pages.
  mapping jsonb not null,
  made integer not null default 0,
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  unique (template_id, number),
  constraint document_template_versions_begin unique (template_id, valid_from)
);
create index document_template_versions_content on document_template_versions (sha256);

-- Documents: uploaded or generated PDFs of a project or an organization. Bytes are in the file store under their
-- SHA-256 (docs/decisions/0049); the row of a deleted document stays for its log.
create table documents (
  id bigint generated always as identity primary key,
  slug text not null unique,
  type text not null check (type in ('exemption_notice', 'statutes', 'account_proof', 'funding_agreement', 'receipt',
    'letter', 'other')),
  -- A subtype where the type is not enough: 'art60a' for a finding after § 60a AO.
  kind text not null default '',
  project_id bigint references projects (id) on delete cascade,
  organization_id bigint references organizations (id) on delete cascade,
  target_type text not null generated always as (case when project_id is null then 'organization' else 'project' end) stored,
  -- Copied from the target by triggers, so that search needs no join.
  target_title text not null default '',
  filename text not null,
  source text not null default 'upload' check (source in ('upload', 'generated')),
  -- Number of a receipt; never used twice.
  number text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null,
  pages integer not null,
  issued_on date,
  expires_on date,
  superseded_at timestamptz,
  superseded_by bigint references documents (id) on delete set null,
  withdrawn_at timestamptz,
  deleted_at timestamptz,
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  title_sort text collate "C" generated always as (fold(filename)) stored,
  search_text text generated always as (fold(filename || ' ' || target_title || ' ' || coalesce(number, ''))) stored,
  -- Whether a document's last day was typed or follows from its issue day.
  expires_typed boolean not null default false,
  -- The companies whose money it concerns: empty for none, null when unknown, so that only the bank's own staff see it
  -- (docs/decisions/0033).
  company_ids bigint[],
  -- A thank-you letter's statement for the tax office about a small gift; mails with the letter repeat it.
  slip text not null default '',
  check (num_nonnulls(project_id, organization_id) = 1),
  check (expires_on >= issued_on)
);
create index documents_created on documents (created_at, id) where deleted_at is null;
create index documents_issued on documents (issued_on, id) where deleted_at is null;
create index documents_expiring on documents (expires_on, id) where deleted_at is null;
create index documents_title on documents (title_sort, id) where deleted_at is null;
create index documents_by_project on documents (project_id, id) where project_id is not null;
create index documents_by_organization on documents (organization_id, id) where organization_id is not null;
create index documents_content on documents (sha256) where deleted_at is null;
create index documents_superseded_by on documents (superseded_by) where superseded_by is not null;
create index documents_search on documents using gin (search_text gin_trgm_ops);
-- Types with one current document per target; older ones are history.
create unique index documents_once on documents (type, coalesce(project_id, 0), coalesce(organization_id, 0))
  where type in ('exemption_notice', 'statutes', 'account_proof', 'funding_agreement')
    and superseded_at is null and withdrawn_at is null and deleted_at is null;
create unique index documents_number on documents (organization_id, number) where number is not null;

-- Documents sent as expiring links (docs/decisions/0049). Only a hash of the token is stored.
create table document_links (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  document_id bigint not null references documents (id) on delete cascade,
  to_email text not null,
  language text not null,
  -- The last day it opens.
  until date not null,
  downloads integer not null default 0,
  last_download_at timestamptz,
  created_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by bigint references users (id)
);
create index document_links_by_document on document_links (document_id, id);
create index document_links_created_by on document_links (created_by);
create index document_links_ended_by on document_links (ended_by);

-- Pictures of signatures, for templates with a place for one; re-encoded on upload. An organization has one current
-- signature; those printed on receipts stay for reprints (docs/decisions/0055).
create table signatures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  -- The signer.
  signatory text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  created_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index signatures_once on signatures (organization_id) where ended_at is null;
create index signatures_by_organization on signatures (organization_id);
create index signatures_content on signatures (sha256);

-- Receipts without a hand signature (R 10b.1 (4) EStR): an organization's announcement to its tax office. A new one
-- ends the one before, which stays, because receipts were issued under it.
create table receipt_announcements (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  tax_office text not null check (tax_office <> ''),
  announced_on date not null,
  -- The owner of the binding signature; must match the picture.
  signatory text not null check (signatory <> ''),
  -- Where the description of the procedure is filed.
  procedure_kept text not null check (procedure_kept <> ''),
  created_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index receipt_announcements_once on receipt_announcements (organization_id) where ended_at is null;
create index receipt_announcements_by_organization on receipt_announcements (organization_id);

-- Entries read in the register of recipients of donations (§ 60b AO), which is checked by hand once a year. The newest
-- check counts; earlier ones stay.
create table register_checks (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  checked_on date not null,
  is_listed boolean not null,
  notice_day date,
  ibans text[] not null default '{}',
  -- DE123456789-00001
  economic_id text not null default '',
  note text not null default '',
  created_by bigint references users (id),
  created_at timestamptz not null,
  -- The task that requested the next check, once due.
  reminder_id bigint references reminders (id) on delete set null,
  check (is_listed or (notice_day is null and ibans = '{}'))
);
create index register_checks_newest on register_checks (organization_id, checked_on desc, id desc);
create index register_checks_by_day on register_checks (checked_on) where reminder_id is null;
create index register_checks_by_reminder on register_checks (reminder_id) where reminder_id is not null;

create table receipts (
  document_id bigint primary key references documents (id),
  organization_id bigint not null references organizations (id),
  kind text not null check (kind in ('donation_receipt', 'collective_receipt')),
  year integer not null,
  place integer not null check (place > 0),
  amount_cents bigint not null check (amount_cents > 0),
  -- The page contents: a reprint is identical, even if records have changed.
  content jsonb not null,
  withdrawn_at timestamptz,
  withdrawn_by bigint references users (id),
  withdrawn_reason text,
  unique (organization_id, year, place),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);

create table receipt_gifts (
  receipt_id bigint not null references receipts (document_id),
  funding_id bigint not null references fundings (id),
  amount_cents bigint not null check (amount_cents > 0),
  is_valid boolean not null default true,
  primary key (receipt_id, funding_id)
);
-- At most one current certificate per gift.
create unique index receipt_gifts_once on receipt_gifts (funding_id) where is_valid;

-- One row per document that a run creates or refuses.
create table generation_runs (
  id bigint generated always as identity primary key,
  template text not null,
  kind text not null,
  issue_day date not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'cancelled', 'done', 'failed')),
  user_id bigint not null references users (id),
  language text not null check (language in ('en_US', 'du_DE', 'sie_DE')),
  total integer not null,
  gifts integer not null,
  created_at timestamptz not null,
  started_at timestamptz,
  -- Time of the last finished row: shows whether a worker is active.
  beat_at timestamptz,
  finished_at timestamptz,
  -- The scope of the person who started it: 'every', a company's id, or '' for no company; it takes only gifts of that
  -- scope.
  seen_as text not null default 'every'
);
create index generation_runs_of_user on generation_runs (user_id, id);

create table generation_rows (
  run_id bigint not null references generation_runs (id) on delete cascade,
  place integer not null,
  funding_ids bigint[] not null,
  organization_id bigint not null references organizations (id),
  donor_id bigint references donors (id),
  amount_cents bigint not null,
  gift_day date not null,
  state text not null default 'waiting' check (state in ('waiting', 'issued', 'refused')),
  -- All reasons, most important first: [{code, date?}].
  reasons jsonb not null default '[]',
  document_id bigint references documents (id),
  primary key (run_id, place)
);
create index generation_rows_by_state on generation_rows (run_id, state, place);
create index generation_rows_by_document on generation_rows (document_id) where document_id is not null;
