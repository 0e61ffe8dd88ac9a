-- Templates of documents: a PDF per version, with what is written where. Which version counts on a day is said by the days
-- from which they hold; a version that has made a document is never changed again (docs/decisions/0055).
create table document_templates (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  kind text not null check (kind in ('thank_you', 'funding_agreement', 'profit_savings', 'donation_receipt',
    'collective_receipt')),
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  -- A template that was deleted makes nothing any more; its versions that have made something stay for the reprints of receipts.
  deleted_at timestamptz
);
create index document_templates_by_kind on document_templates (kind, id);

create table document_template_versions (
  id bigint generated always as identity primary key,
  template_id bigint not null references document_templates (id) on delete cascade,
  number integer not null,
  state text not null default 'draft' check (state in ('draft', 'active')),
  valid_from date not null,
  -- Open: until the next one begins.
  valid_until date check (valid_until >= valid_from),
  filename text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Pages and fields of the PDF, as they were found in it.
  found jsonb not null,
  -- What stands in fields, and what was placed on pages.
  mapping jsonb not null,
  made integer not null default 0,
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  unique (template_id, number),
  constraint document_template_versions_begin unique (template_id, valid_from)
);
create index document_template_versions_content on document_template_versions (sha256);

-- Documents: PDFs that were uploaded for a project or an organization, or generated for it. The bytes lie in the file
-- store under their SHA-256 (docs/decisions/0049); of a document that is deleted the row stays, as what its log is about.
create table documents (
  id bigint generated always as identity primary key,
  slug text not null unique,
  type text not null check (type in ('exemption_notice', 'statutes', 'account_proof', 'funding_agreement', 'receipt',
    'letter', 'other')),
  -- What it is more precisely, where the type does not say: 'art60a' for a finding after § 60a AO.
  kind text not null default '',
  project_id bigint references projects (id) on delete cascade,
  organization_id bigint references organizations (id) on delete cascade,
  target_type text not null generated always as (case when project_id is null then 'organization' else 'project' end) stored,
  -- Repeated from the target by triggers, so that search needs no join.
  target_title text not null default '',
  filename text not null,
  source text not null default 'upload' check (source in ('upload', 'generated')),
  -- Of receipts; never used twice.
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
  -- Whether the last day of a document was typed, or follows from its issue day.
  expires_typed boolean not null default false,
  -- Whose money it tells of: the companies that have a part in it, none where it tells of no company's money, null where
  -- nobody can say and only the bank's own staff see it (docs/decisions/0033).
  company_ids bigint[],
  -- What a thank-you letter says for the tax office about a small gift; mails that carry the letter say it too.
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
-- Of these a target has one at a time; the others are history.
create unique index documents_once on documents (type, coalesce(project_id, 0), coalesce(organization_id, 0))
  where type in ('exemption_notice', 'statutes', 'account_proof', 'funding_agreement')
    and superseded_at is null and withdrawn_at is null and deleted_at is null;
create unique index documents_number on documents (organization_id, number) where number is not null;

-- Documents that were sent as a link that ends (docs/decisions/0049). Only a hash of the token is kept.
create table document_links (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  document_id bigint not null references documents (id) on delete cascade,
  to_email text not null,
  language text not null,
  -- The last day on which it opens.
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

-- The picture of a signature, for templates that have a place for one; made anew when it is uploaded. One of an organization
-- counts at a time; one that stands on a receipt stays for its reprints (docs/decisions/0055).
create table signatures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  -- Who signs.
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

-- Receipts without a hand signature (R 10b.1 (4) EStR): what an organization told its tax office. A new announcement ends the
-- one before, which stays: receipts were issued under it.
create table receipt_announcements (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  tax_office text not null check (tax_office <> ''),
  announced_on date not null,
  -- Whose binding signature is printed; it must be the one of the picture.
  signatory text not null check (signatory <> ''),
  -- Where the description of the procedure is kept.
  procedure_kept text not null check (procedure_kept <> ''),
  created_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index receipt_announcements_once on receipt_announcements (organization_id) where ended_at is null;
create index receipt_announcements_by_organization on receipt_announcements (organization_id);

-- What somebody read about an organization in the register of recipients of donations (§ 60b AO), which is checked by hand
-- once a year. The newest check counts; those before it stay.
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
  -- The task that asked for the next check, once it was due.
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
  -- What its pages say: a reprint says the same, whatever the records say by then.
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
-- A gift is certified once at a time.
create unique index receipt_gifts_once on receipt_gifts (funding_id) where is_valid;

-- One row per document that a run makes, or refuses to make.
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
  -- When a row was last done: whoever looks sees whether somebody is at work.
  beat_at timestamptz,
  finished_at timestamptz,
  -- The scope of whoever began it: 'every', a company's id, or '' for no company; it takes gifts of that scope alone.
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
  -- All that is true of it, the first one first: [{code, date?}].
  reasons jsonb not null default '[]',
  document_id bigint references documents (id),
  primary key (run_id, place)
);
create index generation_rows_by_state on generation_rows (run_id, state, place);
create index generation_rows_by_document on generation_rows (document_id) where document_id is not null;
