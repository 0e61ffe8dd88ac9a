-- What payment providers tell of gifts: who may tell, with which secrets, and every delivery that was signed.

create table intake_providers (
  id bigint generated always as identity primary key,
  -- Part of the address it calls, and of its account's code: psp:{code}.
  code text not null unique check (code ~ '^[a-z][a-z0-9-]{1,31}$'),
  title text not null,
  is_on boolean not null default true,
  -- Off where the statements of the account are read here: then the line books what the provider paid out.
  books_payouts boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null
);

create table intake_secrets (
  id bigint generated always as identity primary key,
  provider_id bigint not null references intake_providers (id),
  -- Encrypted: whoever signs and whoever checks need the secret itself.
  sealed text not null,
  -- The last signs, so that people tell two secrets apart.
  tail text not null,
  created_at timestamptz not null,
  -- The last day on which it is taken; null while it is the one in use.
  ends_on date
);
create unique index intake_secrets_in_use on intake_secrets (provider_id) where ends_on is null;
create index intake_secrets_by_provider on intake_secrets (provider_id, id);

create table intake_deliveries (
  id bigint generated always as identity primary key,
  provider_id bigint not null references intake_providers (id),
  -- The provider's own id of the event: the same one is the same delivery, whenever it comes.
  event_id text not null,
  type text not null,
  -- The provider's own number of the gift or payout.
  ref text not null,
  -- The body as it came; text, because what jsonb cannot hold must be kept too.
  payload text not null,
  state text not null check (state in ('waiting', 'applied', 'needs_person', 'closed')),
  -- Why it waits or needs a person: a code.
  problem text not null default '',
  -- The gift it spoke of, once there was one.
  funding_id bigint references fundings (id),
  attempts integer not null default 0,
  received_at timestamptz not null,
  decided_at timestamptz,
  -- What a person said when closing it, or booking it otherwise than it came.
  note text not null default '',
  task_id bigint references reminders (id) on delete set null,
  constraint intake_deliveries_once unique (provider_id, event_id),
  check ((state in ('applied', 'closed')) = (decided_at is not null)),
  check ((state in ('waiting', 'needs_person')) = (problem <> ''))
);
create index intake_deliveries_by_ref on intake_deliveries (provider_id, ref, id);
create index intake_deliveries_open on intake_deliveries (state, id) where state in ('waiting', 'needs_person');
create index intake_deliveries_by_time on intake_deliveries (received_at desc, id desc);

-- Calls with a wrong or old signature: of many in an hour the first leaves an audit event, the others are counted.
create table intake_refusals (
  provider_id bigint not null references intake_providers (id),
  hour timestamptz not null,
  n integer not null,
  primary key (provider_id, hour)
);

-- As before; a pledge that failed or expired is one again when its money comes all the same.
create or replace function guard_funding() returns trigger language plpgsql as $$
begin
  if (new.id, new.project_id, new.funding_type, new.company_id, new.budget_id, new.number) is distinct from
    (old.id, old.project_id, old.funding_type, old.company_id, old.budget_id, old.number)
    or new.amount_cents <> old.amount_cents and old.state <> 'pledged' and new.state <> 'pledged' then
    raise exception 'amount, project, type and giver of a gift do not change'
      using errcode = 'restrict_violation', constraint = 'fundings_fixed';
  end if;
  if new.state <> old.state and not (old.state || '>' || new.state = any (array[
    'pledged>confirmed', 'pledged>failed', 'pledged>expired', 'confirmed>pledged', 'failed>pledged', 'expired>pledged',
    'confirmed>settled', 'settled>paid_out', 'settled>confirmed', 'paid_out>settled',
    'confirmed>reversed', 'settled>reversed',
    'paid_out>recovery_open', 'recovery_open>recovered'
  ])) then
    raise exception 'a gift that is % does not become %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'fundings_state';
  end if;
  return new;
end $$;
