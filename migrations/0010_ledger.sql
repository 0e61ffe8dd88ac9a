-- The ledger: append-only double entry (product.md §4). A transaction is one or more rows; a row moves an amount from its
-- credit to its debit account, on its business day, for one purpose.

-- Of each kind one account per combination of its dimensions, which are columns and never part of a code.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('psp', 'bank', 'claim_company', 'claim_organization', 'fees', 'project', 'payable',
    'refund', 'suspense', 'budget_available', 'budget_used')),
  project_id bigint references projects (id),
  funding_type smallint check (funding_type in (1, 2, 3, 4)),
  company_id bigint references companies (id),
  organization_id bigint references organizations (id),
  bank_account_id bigint references bank_accounts (id),
  -- The payment provider's code.
  provider text,
  payout_id bigint references payouts (id),
  funding_id bigint references fundings (id),
  -- A company's grant with a validity of its own; null for its general budget.
  budget_id bigint,
  -- Debits less credits, kept by the ledger rows' own statement; of shared accounts it is in ledger_day_balances.
  balance_cents bigint not null default 0,
  -- Any two writers meet here: they append to the balance and do not wait for each other.
  is_shared boolean not null generated always as (kind in ('psp', 'bank', 'fees', 'suspense')) stored,
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
  constraint ledger_accounts_shared check (balance_cents = 0 or not is_shared),
  constraint budget_not_negative check (kind <> 'budget_available' or balance_cents >= 0)
);
create unique index ledger_accounts_one on ledger_accounts (kind, project_id, funding_type, company_id, organization_id,
  bank_account_id, provider, payout_id, funding_id, budget_id) nulls not distinct;
create index ledger_accounts_by_project on ledger_accounts (project_id) where project_id is not null;
create index ledger_accounts_by_company on ledger_accounts (company_id) where company_id is not null;
create index ledger_accounts_by_organization on ledger_accounts (organization_id) where organization_id is not null;
create trigger ledger_accounts_fixed before update of kind, project_id, funding_type, company_id, organization_id,
  bank_account_id, provider, payout_id, funding_id, budget_id on ledger_accounts
  for each row execute function refuse_change();

create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- The event, named by the function that posts it.
  kind text not null,
  business_day date not null,
  note text not null default '',
  reverses_id bigint unique references ledger_transactions (id),
  -- Where it comes from: the payout it settles or pays, the line of a bank statement, a provider's event.
  payout_id bigint references payouts (id),
  bank_line_id bigint,
  provider_event_id bigint,
  created_by bigint references users (id),
  -- The second person, where one was needed.
  approved_by bigint references users (id),
  created_at timestamptz not null,
  unique (id, business_day)
);
create index ledger_transactions_by_day on ledger_transactions (business_day, id);
create index ledger_transactions_by_payout on ledger_transactions (payout_id) where payout_id is not null;
create index ledger_transactions_by_bank_line on ledger_transactions (bank_line_id) where bank_line_id is not null;

create table ledger_rows (
  id bigint generated always as identity primary key,
  transaction_id bigint not null,
  -- The transaction's own, so that "as of a day" needs no join.
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
  --   opening, correction
  -- A mirror row keeps the purpose of what it reverses.
  purpose text not null check (purpose in ('gift', 'refund', 'chargeback', 'claim', 'settlement', 'payout', 'refund_paid',
    'recovery', 'write_off', 'fee', 'transfer', 'statement', 'budget_grant', 'budget_use', 'budget_return', 'opening',
    'correction')),
  -- The gift that the row speaks of.
  funding_id bigint references fundings (id),
  reverses_id bigint unique references ledger_rows (id),
  -- What the row adds to what the gift's project received. Its purpose decides, and nothing else.
  received_cents bigint not null generated always as (
    case purpose when 'gift' then amount_cents when 'refund' then -amount_cents when 'chargeback' then -amount_cents
      when 'claim' then -amount_cents else 0 end * case when reverses_id is null then 1 else -1 end) stored,
  foreign key (transaction_id, business_day) references ledger_transactions (id, business_day),
  check (debit_account_id <> credit_account_id),
  constraint ledger_rows_gift check (funding_id is not null or purpose not in ('gift', 'refund', 'chargeback', 'claim'))
);
-- An account's sheet and its balance as of any day are read from these alone.
create index ledger_rows_by_debit on ledger_rows (debit_account_id, business_day, id) include (amount_cents);
create index ledger_rows_by_credit on ledger_rows (credit_account_id, business_day, id) include (amount_cents);
create index ledger_rows_by_transaction on ledger_rows (transaction_id);
create index ledger_rows_by_funding on ledger_rows (funding_id) where funding_id is not null;
create index ledger_rows_by_day on ledger_rows (business_day, purpose);
-- Grants are few among all rows.
create index ledger_rows_grants on ledger_rows (business_day) where purpose = 'budget_grant';

create trigger ledger_rows_append_only before update or delete on ledger_rows
  for each row execute function refuse_change();
create trigger ledger_rows_no_truncate before truncate on ledger_rows
  for each statement execute function refuse_change();
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_transactions_no_truncate before truncate on ledger_transactions
  for each statement execute function refuse_change();

-- A reversal mirrors exactly the row it points at. What is returned in part is a row of its own purpose.
create function check_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from ledger_rows reversed
    where reversed.id = new.reverses_id
      and reversed.debit_account_id = new.credit_account_id
      and reversed.credit_account_id = new.debit_account_id
      and reversed.amount_cents = new.amount_cents
      and reversed.purpose = new.purpose
      and reversed.funding_id is not distinct from new.funding_id
      and reversed.reverses_id is null
  ) then
    raise exception 'a reversal must mirror the row it reverses' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_rows_reversal before insert on ledger_rows
  for each row when (new.reverses_id is not null) execute function check_reversal();

-- Needs are frozen after the first ledger row of their project.
create function refuse_frozen_needs() returns trigger language plpgsql as $$
declare project bigint := case when tg_op = 'DELETE' then old.project_id else new.project_id end;
begin
  if tg_op = 'UPDATE' and old.title = new.title and old.amount_cents = new.amount_cents and old.project_id = new.project_id then
    return new;
  end if;
  if exists (
    select 1 from ledger_accounts account
    where account.project_id = project
      and (exists (select 1 from ledger_rows where credit_account_id = account.id)
        or exists (select 1 from ledger_rows where debit_account_id = account.id))
  ) then
    raise exception 'needs are frozen once money has come in' using errcode = 'restrict_violation', constraint = 'needs_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger needs_frozen before insert or update or delete on needs
  for each row execute function refuse_frozen_needs();
