-- What the bank answered to files of payments (pain.002): the file as it came, and what it says of each payment. Neither
-- changes; a later answer is a further row, and the latest by the bank's own time is the one that holds.
create table bank_answers (
  id bigint generated always as identity primary key,
  slug text not null unique,
  file_id bigint not null references payment_files (id),
  -- As the bank numbers its message, and when it made it.
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
create trigger bank_answers_fixed before update or delete on bank_answers
  for each row execute function refuse_change();

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
  -- Of a close match: who holds the account at the bank.
  bank_name text not null,
  primary key (answer_id, payout_id),
  foreign key (file_id, payout_id) references payment_file_items (file_id, payout_id)
);
create index bank_answer_items_by_payout on bank_answer_items (payout_id, file_id, about);
create trigger bank_answer_items_fixed before update or delete on bank_answer_items
  for each row execute function refuse_change();
