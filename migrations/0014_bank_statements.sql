-- Statements of the house's accounts, line by line. A line is booked on arrival (bank / suspense, debits the other way
-- round); a person, or reference and amount together, then determine its target.
create table bank_statement_files (
  id bigint generated always as identity primary key,
  filename text not null,
  size_bytes bigint not null,
  -- The account chosen by a person; null when the file names its own.
  bank_account_id bigint references bank_accounts (id),
  -- Storage key of a large file that waits for its worker; null once done.
  file_key text,
  state text not null check (state in ('waiting', 'done', 'failed', 'cancelled')),
  -- Reason of a refusal: code, line, parameters.
  failure jsonb,
  lines integer not null default 0,
  lines_known integer not null default 0,
  lines_matched integer not null default 0,
  created_by bigint references users (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Entries of a file that the bank had not booked yet; they are left out until they are booked.
  lines_pending integer not null default 0,
  -- The original file, kept for ten years: its storage key, and the SHA-256 of its bytes. Refused files have neither.
  kept_key text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- A person's choice of encoding for the umlauts of a file; null when the bytes are unambiguous. A worker reads the
  -- file again.
  letters text check (letters in ('windows-1252', 'cp850')),
  -- True until the automatic matching of its lines has run; a job resumes it when its server or worker died.
  match_due boolean not null default false,
  -- Collective lines that received their payments from a notice of single payments, and its entries without a known
  -- line.
  lines_resolved integer not null default 0,
  lines_unresolved integer not null default 0,
  -- For a large file: its number of lines, once a worker has read it, and the number written.
  lines_total integer,
  lines_done integer not null default 0,
  check ((kept_key is null) = (sha256 is null))
);

create table bank_statements (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references bank_accounts (id),
  file_id bigint not null references bank_statement_files (id),
  -- The bank's number.
  number text not null,
  format text not null,
  from_day date not null,
  to_day date not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  -- False when the file has no balances: they then follow from the previous statement.
  has_balances boolean not null,
  -- Contents of the file, including lines already imported by another statement.
  lines integer not null,
  lines_known integer not null,
  credit_cents bigint not null,
  debit_cents bigint not null,
  notes text[] not null default '{}',
  created_at timestamptz not null,
  is_day_report boolean not null default false,
  check (from_day <= to_day),
  constraint bank_statements_format_check
  check (format in ('camt.053', 'camt.052', 'mt940', 'csv'))
);
create index bank_statements_by_account on bank_statements (bank_account_id, to_day, id);

create table bank_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statements (id),
  bank_account_id bigint not null references bank_accounts (id),
  -- Position in the statement, from 1.
  position integer not null,
  booked_on date not null,
  valued_on date not null,
  -- Credits are positive.
  amount_cents bigint not null check (amount_cents <> 0),
  name text not null,
  iban text not null,
  text text not null,
  reference text not null,
  bank_reference text not null,
  booking text not null,
  is_reversal boolean not null,
  state text not null default 'open' check (state in ('open', 'held', 'matched', 'ignored')),
  -- Reason for holding or ignoring it.
  reason text not null default '',
  -- Matched automatically by reference and amount.
  is_auto boolean not null default false,
  decided_by bigint references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  search_text text generated always as (fold(name || ' ' || text || ' ' || reference)) stored,
  unique (statement_id, position)
);
create index bank_lines_by_day on bank_lines (bank_account_id, booked_on);
create index bank_lines_by_state on bank_lines (statement_id, state);
create index bank_lines_not_matched on bank_lines (bank_account_id, booked_on) where state <> 'matched';
-- The dashboard shows unmatched lines.
create index bank_lines_open on bank_lines (booked_on, id) include (statement_id, amount_cents) where state = 'open';
create index bank_lines_by_iban on bank_lines (iban, id) where iban <> '' and state = 'matched';
-- Ignored lines that a line may return.
create index bank_lines_ignored on bank_lines (bank_account_id, amount_cents) where state = 'ignored';

-- Payments of a collective line, from a notice of single payments (CAMT.054). The line's booking is unchanged.
create table bank_line_payments (
  line_id bigint not null references bank_lines (id),
  place integer not null,
  file_id bigint not null references bank_statement_files (id),
  amount_cents bigint not null check (amount_cents <> 0),
  name text not null,
  iban text not null,
  text text not null,
  reference text not null,
  primary key (line_id, place)
);
create index bank_line_payments_by_file on bank_line_payments (file_id);

-- Targets of a line's money; parts of undone matches stay.
create table bank_line_parts (
  id bigint generated always as identity primary key,
  line_id bigint not null references bank_lines (id),
  target_type text not null,
  project_id bigint references projects (id),
  funding_id bigint references fundings (id),
  payout_id bigint references payouts (id),
  claim_id bigint references recovery_claims (id),
  bank_account_id bigint references bank_accounts (id),
  provider text,
  amount_cents bigint not null check (amount_cents > 0),
  -- How it was booked, for the undo: marked paid by this line, a claim's return …
  act text not null,
  -- The part of the other account's line for the same transfer.
  paired_with bigint references bank_line_parts (id),
  created_at timestamptz not null,
  undone_at timestamptz,
  other_line_id bigint references bank_lines (id),
  constraint bank_line_parts_target_type_check check (target_type in ('project',
  'private_donation', 'payout', 'recovery_claim', 'fees', 'bank_account', 'provider', 'bank_line')),
  constraint bank_line_parts_other_line check ((target_type = 'bank_line') = (other_line_id is not null))
);
create index bank_line_parts_by_line on bank_line_parts (line_id);
create unique index bank_line_parts_one_payout on bank_line_parts (payout_id)
  where payout_id is not null and undone_at is null;
create unique index bank_line_parts_one_gift on bank_line_parts (funding_id)
  where funding_id is not null and undone_at is null;

-- Unfinished splits, per person and line.
create table bank_line_drafts (
  line_id bigint not null references bank_lines (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  parts jsonb not null,
  updated_at timestamptz not null,
  primary key (line_id, user_id)
);

-- Column layout of a bank's CSV, saved per account under a name; without an account it applies to any.
create table bank_csv_layouts (
  id bigint generated always as identity primary key,
  bank_account_id bigint references bank_accounts (id) on delete cascade,
  title text not null check (title <> ''),
  -- As in the file; empty when missing.
  headings jsonb not null,
  -- Column positions from 0 by their content.
  columns jsonb not null,
  updated_by bigint references users (id),
  updated_at timestamptz not null,
  version integer not null default 1,
  unique nulls not distinct (bank_account_id, title)
);

-- Foreign keys to tables created later.
alter table ledger_transactions add foreign key (bank_line_id) references bank_lines (id);
