-- Donation receipts (docs/decisions/0056): what was certified, under a number without gaps per issuer and year.
alter table documents drop constraint documents_number_key;
create unique index documents_number on documents (organization_id, number) where number is not null;

-- The assessment period that the notice names, as it stands there: `2020 bis 2022`.
alter table organizations add exemption_period text not null default '';

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

-- A receipt only ever becomes a withdrawn one.
create function guard_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null
    or (new.document_id, new.organization_id, new.kind, new.year, new.place, new.amount_cents, new.content)
      is distinct from
      (old.document_id, old.organization_id, old.kind, old.year, old.place, old.amount_cents, old.content) then
    raise exception 'a receipt is only withdrawn' using errcode = 'restrict_violation', constraint = 'receipts_fixed';
  end if;
  return new;
end $$;
create trigger receipts_guard before update or delete on receipts for each row execute function guard_receipt();

create function guard_receipt_gift() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not old.is_valid or new.is_valid
    or (new.receipt_id, new.funding_id, new.amount_cents) is distinct from (old.receipt_id, old.funding_id, old.amount_cents) then
    raise exception 'a receipt is only withdrawn' using errcode = 'restrict_violation', constraint = 'receipts_fixed';
  end if;
  return new;
end $$;
create trigger receipt_gifts_guard before update or delete on receipt_gifts
  for each row execute function guard_receipt_gift();

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
  finished_at timestamptz
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
