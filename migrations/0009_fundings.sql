-- What a project is given, and what it is paid out. Money itself moves on the ledger alone (0010).

-- The house's own accounts, whose statements are read; gifts without a statement line arrive on `main`.
create table bank_accounts (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  iban text not null default '',
  version integer not null default 1,
  created_at timestamptz not null
);
insert into bank_accounts (slug, title, created_at) values ('main', 'Main account', '2026-01-01');

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
  -- The import that brought it. No foreign key: an import may be removed from its list, its gifts stay.
  import_id bigint,
  created_by bigint references users (id),
  created_at timestamptz not null
);
create index fundings_by_project on fundings (project_id, received_on desc, id desc);
create index fundings_by_import on fundings (import_id) where import_id is not null;

-- Amount, project and type of a gift never change: the ledger's rows speak of them. Its state moves along these arrows;
-- back from paid_out and settled only with the payout that was unmarked or cancelled.
create function guard_funding() returns trigger language plpgsql as $$
begin
  if (new.id, new.project_id, new.funding_type, new.amount_cents) is distinct from
    (old.id, old.project_id, old.funding_type, old.amount_cents) then
    raise exception 'amount, project and type of a gift do not change'
      using errcode = 'restrict_violation', constraint = 'fundings_fixed';
  end if;
  if new.state <> old.state and not (old.state || '>' || new.state = any (array[
    'pledged>confirmed', 'pledged>failed', 'pledged>expired',
    'confirmed>settled', 'settled>paid_out', 'settled>confirmed', 'paid_out>settled',
    'confirmed>reversed', 'settled>reversed',
    'paid_out>recovery_open', 'recovery_open>recovered'
  ])) then
    raise exception 'a gift that is % does not become %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'fundings_state';
  end if;
  return new;
end $$;
create trigger fundings_guard before update on fundings
  for each row when (old is distinct from new) execute function guard_funding();

-- What was settled for one project and funding type in one run, and whether it was paid and arrived.
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
  check ((paid_on is not null) = (state = 'marked_paid')),
  check (arrived_on is null or state = 'marked_paid')
);
create index payouts_by_project on payouts (project_id, settled_on desc, id desc);
create index payouts_by_import on payouts (import_id) where import_id is not null;
