-- Donors who may be the same person: suggested when created, decided by people.

-- The words of a name in the form in which donors are compared: folded, ae as a, without titles, in one order.
create function donor_words(name text) returns text
  language sql immutable parallel safe strict
  return (
    select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from regexp_split_to_table(
      replace(replace(replace(fold(name), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), '[^[:alnum:]]+') word
    where word not in ('', 'dr', 'prof', 'med', 'dipl', 'ing', 'herr', 'frau')
  );

-- Common keys of two similarly written names: all words, or the last name with the beginning of the first, or vice
-- versa.
create function donor_near(words text) returns text[]
  language sql immutable parallel safe strict
  return array[
    words,
    split_part(words, ' ', 1) || ' ' || left(split_part(words, ' ', -1), 1) || '*',
    left(split_part(words, ' ', 1), 1) || '* ' || split_part(words, ' ', -1)
  ];

-- Gifts of private persons: donor, way of payment, pledged and returned amounts.
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
  search_text text generated always as (fold(name || ' ' || email)) stored,
  -- The donor that this duplicate was merged into; its own fields stay as recorded.
  merged_into_id bigint references donors (id) check (merged_into_id <> id),
  words text generated always as (donor_words(name)) stored,
  near_names text[] generated always as (donor_near(donor_words(name))) stored
);
create index donors_by_name on donors (name_key);
create index donors_by_email on donors (email_key) where email <> '';
create index donors_by_iban on donors (iban) where iban <> '';
create index donors_search on donors using gin (search_text gin_trgm_ops);
create index donors_by_near_name on donors using gin (near_names);
create index donors_by_merged_into on donors (merged_into_id) where merged_into_id is not null;

create table donor_pairs (
  id bigint generated always as identity primary key,
  first_id bigint not null references donors (id),
  second_id bigint not null references donors (id),
  reasons text[] not null check (reasons <> '{}' and reasons <@ array['email', 'iban', 'name_place', 'similar_name']),
  -- Strength of the evidence; the list starts with the strongest.
  score integer not null,
  state text not null default 'open' check (state in ('open', 'apart', 'merged')),
  -- For a merge: the kept donor, the moved gifts, the filled fields, and the pairs of the merged donor that became
  -- pairs of the kept one.
  kept_id bigint references donors (id),
  gifts bigint[] not null default '{}',
  filled text[] not null default '{}',
  carried bigint[] not null default '{}',
  -- A later gift arrived under the merged donor's name.
  is_followed boolean not null default false,
  decided_at timestamptz,
  unique (first_id, second_id),
  check (first_id < second_id),
  check ((state = 'merged') = (kept_id is not null) and (kept_id is null or kept_id in (first_id, second_id))),
  check ((state = 'open') = (decided_at is null))
);
create index donor_pairs_by_second on donor_pairs (second_id);
create index donor_pairs_by_state on donor_pairs (state, score desc, id);

-- Payment providers: their accounts, their secrets, and every delivery with a valid signature.
create table intake_providers (
  id bigint generated always as identity primary key,
  -- Part of its endpoint's address and of its account's code: psp:{code}.
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
  -- Encrypted: both the signer and the verifier need the secret itself.
  sealed text not null,
  -- The last characters, so that people can distinguish two secrets.
  tail text not null,
  created_at timestamptz not null,
  -- The last day it is accepted; null for the current one.
  ends_on date
);
create unique index intake_secrets_in_use on intake_secrets (provider_id) where ends_on is null;
create index intake_secrets_by_provider on intake_secrets (provider_id, id);

create table intake_deliveries (
  id bigint generated always as identity primary key,
  provider_id bigint not null references intake_providers (id),
  -- The provider's own event id: the same id is the same delivery, whenever it arrives.
  event_id text not null,
  type text not null,
  -- The provider's own number of the gift or payout.
  ref text not null,
  -- The raw body; text, because bodies that jsonb cannot hold must be kept too.
  payload text not null,
  state text not null check (state in ('waiting', 'applied', 'needs_person', 'closed')),
  -- Why it waits or needs a person: a code.
  problem text not null default '',
  -- The gift it concerned, once it existed.
  funding_id bigint references fundings (id),
  attempts integer not null default 0,
  received_at timestamptz not null,
  decided_at timestamptz,
  -- A person's remark when closing it, or when booking it differently.
  note text not null default '',
  task_id bigint references reminders (id) on delete set null,
  -- The reported amount of a provider's payout, so that the statement's line finds its payout by amount, whatever
  -- notation the delivery used.
  paid_out_cents bigint check (paid_out_cents >= 0),
  constraint intake_deliveries_once unique (provider_id, event_id),
  check ((state in ('applied', 'closed')) = (decided_at is not null)),
  check ((state in ('waiting', 'needs_person')) = (problem <> ''))
);
create index intake_deliveries_by_ref on intake_deliveries (provider_id, ref, id);
create index intake_deliveries_open on intake_deliveries (state, id) where state in ('waiting', 'needs_person');
create index intake_deliveries_by_time on intake_deliveries (received_at desc, id desc);
create index intake_deliveries_paid_out on intake_deliveries (provider_id, paid_out_cents) where paid_out_cents is not null;

-- Calls with an invalid or expired signature: the first of an hour leaves an audit event, the others are counted.
create table intake_refusals (
  provider_id bigint not null references intake_providers (id),
  hour timestamptz not null,
  n integer not null,
  primary key (provider_id, hour)
);

-- Foreign keys to tables created later.
alter table fundings add foreign key (donor_id) references donors (id);
