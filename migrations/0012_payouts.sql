-- Files for the bank, and its answers. A file's contents never change: recipient, account, amount and text are copies.

create table payment_files (
  id bigint generated always as identity primary key,
  slug text not null unique,
  -- The message id for the bank: SEPA-2026-0007.
  message_id text not null unique,
  format text not null check (format in ('pain.001.001.09', 'pain.001.001.03', 'xlsx')),
  bank_account_id bigint not null references bank_accounts (id),
  holder text not null,
  iban text not null,
  bic text not null,
  execute_on date not null,
  payments integer not null check (payments > 0),
  control_cents bigint not null check (control_cents > 0),
  -- Why a payout that already was in a file is in this one too.
  again_reason text not null default '',
  content bytea not null,
  created_by bigint references users (id),
  created_at timestamptz not null
);

create table payment_file_items (
  file_id bigint not null references payment_files (id),
  payout_id bigint not null references payouts (id),
  position integer not null,
  end_to_end_id text not null,
  recipient text not null,
  iban text not null,
  bic text not null,
  amount_cents bigint not null check (amount_cents > 0),
  remittance text not null,
  primary key (file_id, payout_id)
);
create index payment_file_items_by_payout on payment_file_items (payout_id, file_id);

-- The bank's answers to files of payments (pain.002): the file as received, and the status of each payment. Neither
-- changes; a later answer is a further row, and the latest by the bank's own time is current.
create table bank_answers (
  id bigint generated always as identity primary key,
  slug text not null unique,
  file_id bigint not null references payment_files (id),
  -- The bank's message number and creation time.
  message_id text not null,
  made_at timestamptz not null,
  filename text not null,
  content bytea not null,
  -- The same file uploaded again is the same answer.
  sha256 text not null unique,
  created_by bigint references users (id),
  created_at timestamptz not null
);
create index bank_answers_by_file on bank_answers (file_id, made_at);
create index bank_answers_created_by on bank_answers (created_by);

create table bank_answer_items (
  answer_id bigint not null references bank_answers (id),
  file_id bigint not null,
  payout_id bigint not null,
  -- A payment's verification of payee, or its execution.
  about text not null check (about in ('verification', 'status')),
  -- ISO 20022: RCVC, RVMC, ACSC, RJCT …
  status text not null check (status ~ '^[A-Z]{4}$'),
  -- The bank's code for the reason, and its own words.
  reason text not null,
  words text not null,
  -- For a close match: the account holder at the bank.
  bank_name text not null,
  primary key (answer_id, payout_id),
  foreign key (file_id, payout_id) references payment_file_items (file_id, payout_id)
);
create index bank_answer_items_by_payout on bank_answer_items (payout_id, file_id, about);

-- Foreign keys to tables created later.
alter table payouts add foreign key (payment_file_id) references payment_files (id);
