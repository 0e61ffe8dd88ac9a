-- The ledger: gifts, payouts, accounts, transactions and their sums.
--
-- Numbers by their names in src/shared/statuses.ts:
--   funding_type               1 donation, 2 sponsoring, 3 foundation, 4 profitSavings
-- and in src/features/payouts/rules.ts (payoutStateKey):
--   state_key                  1 open, 2 exported, 3 marked_paid, 4 cancelled

-- Numbers that people see, counted per year; gaps are allowed (product.md §10).
create table number_series (
  name text not null,
  year integer not null,
  last integer not null,
  primary key (name, year)
);

-- A company's grants: each with its own validity and the funding type it pays for. The general one has neither.
create table budgets (
  id bigint generated always as identity primary key,
  slug text not null unique,
  company_id bigint not null references companies (id),
  title text not null default '',
  funding_type smallint check (funding_type in (1, 2, 3, 4)),
  valid_from date,
  valid_until date,
  is_general boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint budgets_days check (valid_from is null or valid_until is null or valid_from <= valid_until),
  constraint budgets_general check (not is_general or (funding_type is null and valid_from is null and valid_until is null))
);
create unique index budgets_one_general on budgets (company_id) where is_general;
create unique index budgets_title on budgets (company_id, fold(title)) where not is_general;

create table fundings (
  id bigint generated always as identity primary key,
  slug text not null unique,
  project_id bigint not null references projects (id),
  funding_type smallint not null check (funding_type in (1, 2, 3, 4)),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('pledged', 'confirmed', 'settled', 'paid_out', 'failed', 'expired', 'reversed', 'recovery_open', 'recovered')),
  received_on date not null,
  source text not null,
  note text not null default '',
  import_key text unique,
  -- The import that created it. No foreign key: an import may be removed from its list, while its gifts stay.
  import_id bigint,
  created_by bigint references users (id),
  created_at timestamptz not null,
  -- The company whose budget the gift came from; null for all other gifts.
  company_id bigint references companies (id),
  budget_id bigint references budgets (id),
  -- A private donation is a gift with a number: PS-2026-0871.
  number text unique,
  channel text check (channel in ('psp', 'bank_transfer', 'cash')),
  donor_id bigint,
  provider text,
  provider_ref text,
  -- The promised amount of a gift that began as a pledge; the received amount may differ.
  pledged_cents bigint check (pledged_cents > 0),
  -- The refunded or charged-back amount: written by the functions that post it, compared with the ledger by its checks.
  returned_cents bigint not null default 0 check (returned_cents between 0 and amount_cents),
  -- The gift whose purpose was changed to this one.
  moved_from_id bigint unique references fundings (id),
  -- The day its import was undone: lists and counts leave it out.
  undone_on date,
  -- The amount in the currency of the imported file where that is not the euro; a later file takes back in that currency.
  source_currency text,
  source_cents bigint,
  -- Part of a rhythm (features/private-donations/rhythm.ts), as of the last time its donor's gifts were looked at.
  is_repeated boolean not null default false,
  constraint fundings_budget check ((company_id is null) = (budget_id is null)),
  constraint fundings_private check ((number is null) = (channel is null)),
  constraint fundings_provider check ((provider is null) = (provider_ref is null)),
  unique (provider, provider_ref),
  constraint fundings_undone check (undone_on is null or state = 'reversed'),
  constraint fundings_source check ((source_currency is null) = (source_cents is null))
);
create index fundings_by_project on fundings (project_id, received_on desc, id desc);
create index fundings_by_import on fundings (import_id) where import_id is not null;
create index fundings_by_company on fundings (company_id, received_on desc, id desc) where company_id is not null;
create index fundings_to_settle on fundings (project_id, funding_type) where state = 'confirmed';
create index fundings_private_by_day on fundings (received_on desc, id desc) where number is not null;
create index fundings_by_donor on fundings (donor_id, received_on desc, id desc) where donor_id is not null;
-- Indexes for the list of all gifts.
create index fundings_by_day on fundings (received_on, id);
create index fundings_by_amount on fundings (amount_cents, id);
create index fundings_repeated on fundings (received_on desc, id desc) where is_repeated;
create index fundings_private_by_state on fundings (state, received_on, id) where number is not null;
-- Candidates for a rhythm: gifts of one donor to one project with equal amounts.
create index fundings_private_alike on fundings (donor_id, project_id, amount_cents) where number is not null;

-- The amount settled for one project and funding type in one run, and whether it was paid and arrived.
create table payouts (
  id bigint generated always as identity primary key,
  slug text not null unique,
  project_id bigint not null references projects (id),
  funding_type smallint not null check (funding_type in (1, 2, 3, 4)),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('open', 'exported', 'marked_paid', 'cancelled')),
  settled_on date not null,
  paid_on date,
  -- Our own statement shows the debit, or the organization said so.
  arrived_on date,
  import_id bigint,
  version integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null,
  number text not null,
  -- The house's account it was paid from; null while it is not, and when the company paid by itself.
  bank_account_id bigint references bank_accounts (id),
  -- Remark of the bank or of the person who marked it.
  reference text not null default '',
  -- Copied from the project by triggers, so that search and ordering need no join.
  project_title text not null default '',
  organization_title text not null default '',
  search_text text generated always as (fold(number || ' ' || project_title || ' ' || organization_title)) stored,
  -- Sorts AZ-2026-9999 before AZ-2026-10000.
  number_sort text collate "C" generated always as (left(number, 8) || lpad(substr(number, 9), 10, '0')) stored,
  -- 1 open, 2 exported, 3 marked paid, 4 cancelled: the order of a payout's life.
  state_key smallint generated always as (
    case state when 'open' then 1 when 'exported' then 2 when 'marked_paid' then 3 else 4 end) stored,
  has_arrived boolean generated always as (arrived_on is not null) stored,
  -- The latest file that contained it.
  payment_file_id bigint,
  undone_on date,
  check ((paid_on is not null) = (state = 'marked_paid')),
  check (arrived_on is null or state = 'marked_paid'),
  unique (number),
  constraint payouts_undone check (undone_on is null or state = 'cancelled')
);
create index payouts_by_project on payouts (project_id, settled_on desc, id desc);
create index payouts_by_import on payouts (import_id) where import_id is not null;
create index payouts_search on payouts using gin (search_text gin_trgm_ops);
create index payouts_number on payouts (number_sort, id);
create index payouts_amount on payouts (amount_cents, id);
create index payouts_state on payouts (state_key, id);
create index payouts_settled on payouts (settled_on, id);
create index payouts_paid on payouts (paid_on desc nulls last, id desc);
-- Partial indexes: open payouts are few among all, in any ordering.
create index payouts_to_do on payouts (state_key, number_sort, id) where state_key <> 3;
-- The dashboard shows the age of the oldest waiting payouts.
create index payouts_waiting on payouts (state_key, settled_on) where undone_on is null and state_key in (1, 2);

-- The ledger: append-only double entry (product.md §4). A transaction is one or more rows; a row moves an amount from its
-- credit to its debit account, on its business day, for one purpose.

-- One account per kind and combination of dimensions, which are columns and never part of a code.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  project_id bigint references projects (id),
  funding_type smallint check (funding_type in (1, 2, 3, 4)),
  company_id bigint references companies (id),
  organization_id bigint references organizations (id),
  bank_account_id bigint references bank_accounts (id),
  -- The payment provider's code.
  provider text,
  payout_id bigint references payouts (id),
  funding_id bigint references fundings (id),
  -- A company's grant with its own validity; null for its general budget.
  budget_id bigint,
  -- Debits less credits, kept by the ledger rows' own statement; of shared accounts it is in ledger_day_balances.
  balance_cents bigint not null default 0,
  -- Concurrent writers share this row: they append to the balance and do not wait for each other.
  is_shared boolean not null generated always as
    (kind in ('psp', 'bank', 'fees', 'suspense', 'in_transit', 'arrived')) stored,
  constraint ledger_accounts_dimensions check (
    (project_id is not null) = (kind = 'project')
    and (funding_type is not null) = (kind = 'project')
    and (company_id is not null) = (kind in ('claim_company', 'budget_available', 'budget_used'))
    and (organization_id is not null) = (kind = 'claim_organization')
    and (bank_account_id is not null) = (kind = 'bank')
    and (provider is not null) = (kind = 'psp')
    and (payout_id is not null) = (kind = 'payable')
    and (funding_id is not null) = (kind = 'refund')
    and (budget_id is null or kind in ('budget_available', 'budget_used'))
  ),
  constraint budget_not_negative check (kind <> 'budget_available' or balance_cents >= 0),
  foreign key (budget_id) references budgets (id),
  -- `arrived` and `in_transit` are the memo pair for money that reached the organization.
  constraint ledger_accounts_kind_check check (kind in ('psp', 'bank', 'claim_company', 'claim_organization', 'fees',
    'project', 'payable', 'refund', 'suspense', 'budget_available', 'budget_used', 'in_transit', 'arrived')),
  constraint ledger_accounts_shared check (balance_cents = 0 or not is_shared)
);
create unique index ledger_accounts_one on ledger_accounts (kind, project_id, funding_type, company_id, organization_id,
  bank_account_id, provider, payout_id, funding_id, budget_id) nulls not distinct;
create index ledger_accounts_by_project on ledger_accounts (project_id) where project_id is not null;
create index ledger_accounts_by_company on ledger_accounts (company_id) where company_id is not null;
create index ledger_accounts_by_organization on ledger_accounts (organization_id) where organization_id is not null;
-- The unpaid rest of a gift's refunds, read from its own account.
create index ledger_accounts_by_refund on ledger_accounts (funding_id) where funding_id is not null;

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- The event, named by the function that posts it.
  kind text not null,
  business_day date not null,
  note text not null default '',
  reverses_id bigint unique references ledger_transactions (id),
  -- Its source: the payout it settles or pays, a bank statement line, or a provider's event.
  payout_id bigint references payouts (id),
  bank_line_id bigint,
  provider_event_id bigint,
  created_by bigint references users (id),
  -- The second person, where one was needed.
  approved_by bigint references users (id),
  created_at timestamptz not null,
  -- The audit event that tells of a transaction; an import's or a demo's one event tells of all of theirs.
  audit_event_id bigint references audit_events (id),
  -- The moved amount, so that the journal (docs/decisions/0029) is searched by amount without the rows. It is the sum
  -- of the leading rows: for a funding the gift without the memo pair, for a past gift the gift without its later
  -- steps.
  amount_cents bigint not null default 0,
  unique (id, business_day)
);
create index ledger_transactions_by_day on ledger_transactions (business_day, id);
create index ledger_transactions_by_payout on ledger_transactions (payout_id) where payout_id is not null;
create index ledger_transactions_by_bank_line on ledger_transactions (bank_line_id) where bank_line_id is not null;
create index ledger_transactions_by_event on ledger_transactions (audit_event_id) where audit_event_id is not null;
create index ledger_transactions_by_amount on ledger_transactions (amount_cents, business_day, id);
create index ledger_transactions_by_kind on ledger_transactions (kind, business_day, id);
create index ledger_transactions_by_person on ledger_transactions (created_by, business_day, id) where created_by is not null;

create table ledger_rows (
  id bigint generated always as identity primary key,
  transaction_id bigint not null,
  -- Copied from the transaction, so that "as of a day" needs no join.
  business_day date not null,
  debit_account_id bigint not null references ledger_accounts (id),
  credit_account_id bigint not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- Debit / credit, as a rule:
  --   gift          bank, psp, claim_company or suspense / project
  --   refund        project / refund
  --   chargeback    project / psp
  --   claim         claim_organization / claim_company: paid out already, to be returned
  --   settlement    project / payable
  --   payout        payable / bank or claim_company
  --   refund_paid   refund / psp or bank
  --   recovery      bank / claim_organization
  --   write_off     claim_company / claim_organization
  --   fee           fees / psp or bank
  --   transfer      between accounts of the house
  --   statement     bank / suspense, or the other way round: a statement's line until it is matched
  --   budget_grant  budget_available / budget_used
  --   budget_use    budget_used / budget_available
  --   budget_return budget_available / budget_used: what a defunded project leaves
  --   arrival       arrived / in_transit: the organization has it
  --   opening, correction
  -- A mirror row keeps the purpose of what it reverses.
  purpose text not null,
  -- The gift that the row concerns.
  funding_id bigint references fundings (id),
  reverses_id bigint unique references ledger_rows (id),
  -- The row's effect on the amount received by the gift's project, determined by its purpose alone.
  received_cents bigint not null generated always as (
    case purpose when 'gift' then amount_cents when 'refund' then -amount_cents when 'chargeback' then -amount_cents
      when 'claim' then -amount_cents else 0 end * case when reverses_id is null then 1 else -1 end) stored,
  foreign key (transaction_id, business_day) references ledger_transactions (id, business_day),
  check (debit_account_id <> credit_account_id),
  constraint ledger_rows_purpose_check check (purpose in ('gift', 'refund', 'chargeback', 'claim', 'settlement',
    'payout', 'arrival', 'refund_paid', 'recovery', 'write_off', 'fee', 'transfer', 'statement', 'budget_grant',
    'budget_use', 'budget_return', 'opening', 'correction')),
  constraint ledger_rows_gift check (funding_id is not null
    or purpose not in ('gift', 'refund', 'chargeback', 'claim', 'settlement', 'payout', 'arrival'))
);
-- Covering indexes: an account's sheet and its balance as of any day.
create index ledger_rows_by_debit on ledger_rows (debit_account_id, business_day, id) include (amount_cents);
create index ledger_rows_by_credit on ledger_rows (credit_account_id, business_day, id) include (amount_cents);
create index ledger_rows_by_transaction on ledger_rows (transaction_id);
create index ledger_rows_by_funding on ledger_rows (funding_id) where funding_id is not null;
create index ledger_rows_by_day on ledger_rows (business_day, purpose);
-- Grants are few among all rows.
create index ledger_rows_grants on ledger_rows (business_day) where purpose = 'budget_grant';
-- Two accounts hold half of all rows, so a sample finds few accounts and overestimates the rows of each; the planner then
-- reads a project's handful with parallel workers, whose start takes 20 ms.
alter table ledger_rows alter debit_account_id set (n_distinct = -0.1);
alter table ledger_rows alter credit_account_id set (n_distinct = -0.1);

-- Claims: money that was paid out and must be returned, one for each gift of a defunded project.
create table recovery_claims (
  id bigint generated always as identity primary key,
  slug text not null unique,
  funding_id bigint not null unique references fundings (id),
  project_id bigint not null references projects (id),
  organization_id bigint not null references organizations (id),
  company_id bigint not null references companies (id),
  amount_cents bigint not null check (amount_cents > 0),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  written_off_cents bigint not null default 0 check (written_off_cents >= 0),
  opened_on date not null,
  closed_on date,
  reason text not null,
  version integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null,
  open_cents bigint not null generated always as (amount_cents - returned_cents - written_off_cents) stored,
  -- The reminder task of a claim; one for all claims of one defunding.
  reminder_id bigint,
  constraint claim_exceeded check (returned_cents + written_off_cents <= amount_cents),
  check ((closed_on is not null) = (returned_cents + written_off_cents = amount_cents))
);
create index recovery_claims_open on recovery_claims (opened_on, id) where closed_on is null;
create index recovery_claims_by_project on recovery_claims (project_id, id);
create index recovery_claims_by_company on recovery_claims (company_id, id);
create index recovery_claims_by_reminder on recovery_claims (reminder_id) where reminder_id is not null;

-- Closed months, by their first day; reopening removes the row.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  reason text not null,
  closed_by bigint references users (id),
  closed_at timestamptz not null,
  -- Counted once at closing: nothing is booked into the month any more (docs/decisions/0029).
  transactions bigint not null default 0
);

-- Sums of the ledger, so that nothing is added up over its history. The statement that writes the rows writes them too,
-- and self-checks compare them with the rows (features/ledger/server/checks).

-- Debits less credits per shared account and day. Writers append; fold_ledger() adds up.
create table ledger_day_balances (
  account_id bigint not null references ledger_accounts (id),
  business_day date not null,
  cents bigint not null
);
create index ledger_day_balances_by_account on ledger_day_balances (account_id, business_day) include (cents);

-- Runs of the ledger's self-checks (docs/decisions/0029), and the task that a broken one raises.
create table ledger_check_runs (
  id bigint generated always as identity primary key,
  -- Null: the nightly run.
  asked_by bigint references users (id),
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- One entry per completed check, in order.
  results jsonb not null default '[]' check (jsonb_typeof(results) = 'array'),
  -- Number of broken checks.
  broken integer not null default 0,
  -- The task it raised, or the one still open.
  task_id bigint,
  check ((finished_at is not null) = (state in ('done', 'failed', 'cancelled')))
);
create unique index ledger_check_runs_one on ledger_check_runs ((true)) where state in ('queued', 'running');
create index ledger_check_runs_latest on ledger_check_runs (id desc) where state = 'done';

-- Transactions up to this one need not name an audit event.
create table ledger_check_since (
  id smallint primary key default 1 check (id = 1),
  audited_after bigint not null
);
insert into ledger_check_since (audited_after) values (0);
