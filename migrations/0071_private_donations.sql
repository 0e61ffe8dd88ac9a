-- Gifts of private persons: who gave, by which way, what was promised and what went back.

create table donors (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  email text not null default '',
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  iban text not null default '',
  created_at timestamptz not null,
  name_key text generated always as (fold(name)) stored,
  email_key text generated always as (fold(email)) stored,
  search_text text generated always as (fold(name || ' ' || email)) stored
);
create index donors_by_name on donors (name_key);
create index donors_by_email on donors (email_key) where email <> '';
create index donors_by_iban on donors (iban) where iban <> '';
create index donors_search on donors using gin (search_text gin_trgm_ops);

alter table platform_features
  -- The largest private donation that can be recorded; €100,000.00.
  add max_gift_cents bigint not null default 10000000 check (max_gift_cents > 0);

-- A private donation is a gift with a number: PS-2026-0871.
alter table fundings
  add number text unique,
  add channel text check (channel in ('psp', 'bank_transfer', 'cash')),
  add donor_id bigint references donors (id),
  add provider text,
  add provider_ref text,
  -- What was promised, of a gift that began as a pledge; what came may differ.
  add pledged_cents bigint check (pledged_cents > 0),
  -- What was refunded or charged back, kept by the functions that post it and held against the ledger by its checks.
  add returned_cents bigint not null default 0 check (returned_cents between 0 and amount_cents),
  -- The gift whose purpose was changed to this one.
  add moved_from_id bigint unique references fundings (id),
  add constraint fundings_private check ((number is null) = (channel is null)),
  add constraint fundings_provider check ((provider is null) = (provider_ref is null)),
  add unique (provider, provider_ref);
create index fundings_private_by_day on fundings (received_on desc, id desc) where number is not null;
create index fundings_by_donor on fundings (donor_id, received_on desc, id desc) where donor_id is not null;

-- As before; a pledge is confirmed with what came, and is a pledge again when that was a mistake.
create or replace function guard_funding() returns trigger language plpgsql as $$
begin
  if (new.id, new.project_id, new.funding_type, new.company_id, new.budget_id, new.number) is distinct from
    (old.id, old.project_id, old.funding_type, old.company_id, old.budget_id, old.number)
    or new.amount_cents <> old.amount_cents and old.state <> 'pledged' and new.state <> 'pledged' then
    raise exception 'amount, project, type and giver of a gift do not change'
      using errcode = 'restrict_violation', constraint = 'fundings_fixed';
  end if;
  if new.state <> old.state and not (old.state || '>' || new.state = any (array[
    'pledged>confirmed', 'pledged>failed', 'pledged>expired', 'confirmed>pledged',
    'confirmed>settled', 'settled>paid_out', 'settled>confirmed', 'paid_out>settled',
    'confirmed>reversed', 'settled>reversed',
    'paid_out>recovery_open', 'recovery_open>recovered'
  ])) then
    raise exception 'a gift that is % does not become %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'fundings_state';
  end if;
  return new;
end $$;
