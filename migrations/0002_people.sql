-- People, sessions, rights, links that open an account. Timestamps are UTC; the application hands in "now".
create table users (
  id bigint generated always as identity primary key,
  username citext not null unique,
  email citext not null unique,
  first_name text not null default '',
  last_name text not null default '',
  user_type text not null check (user_type in ('end', 'staff', 'company', 'promoter')),
  state text not null check (state in ('invited', 'active', 'disabled')),
  is_superuser boolean not null default false,
  password_hash text,
  language text not null default 'en_US' check (language in ('en_US', 'du_DE', 'sie_DE')),
  appearance text not null default 'system' check (appearance in ('system', 'light', 'dark')),
  shortcuts boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  signed_in_at timestamptz,
  search_text text generated always as
    (fold(username::text || ' ' || email::text || ' ' || first_name || ' ' || last_name)) stored,
  name_sort text collate "C" generated always as
    (fold(last_name || ' ' || first_name || ' ' || username::text)) stored,
  -- Addresses of a person's pinned pages, in pinning order.
  pinned_pages text[] not null default '{}',
  -- The first steps a new person has completed; null once the list was dismissed.
  first_steps text[] default '{}',
  -- Company users see only their own company's money.
  company_id bigint,
  constraint users_company check (company_id is null or user_type = 'company')
);
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_name on users (name_sort, id);
create index users_by_type on users (user_type, state);
create index users_created on users (created_at, id);
create index users_signed_in on users (signed_in_at nulls first, id);
create index users_state on users (state, id);
create index users_by_company on users (company_id) where company_id is not null;

create table user_permissions (
  user_id bigint not null references users (id),
  permission text not null,
  granted_by bigint references users (id),
  granted_at timestamptz not null,
  primary key (user_id, permission)
);
create index user_permissions_by_permission on user_permissions (permission);

-- Only a hash of the cookie is stored: a leaked table opens no session.
create table sessions (
  token_hash text primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

-- Failed sign-ins per account and per address; the key is hashed, so no address is stored in the clear.
create table sign_in_failures (
  key_hash text primary key,
  failures integer not null,
  last_at timestamptz not null
);

-- Links of invitations and password resets; only a hash is stored.
create table account_links (
  token_hash text primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('invitation', 'password_reset')),
  created_by bigint references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_by_user on account_links (user_id, purpose);

-- Idempotency keys with the answers of money calls and creations, so that a repeated call gets the first result (kept
-- 24 h).
create table idempotency_keys (
  user_id bigint not null references users (id),
  key text not null,
  route text not null,
  body_hash text not null,
  status integer,
  -- Text exactly as sent: jsonb would reorder its keys.
  response text,
  created_at timestamptz not null,
  -- The caller's rights at the first call: the answer is repeated only to a person who still has them, and never when
  -- null.
  held text[],
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Searches of lists (product.md §5), kept for 90 days: person, list, words, and number of results.
create table searches (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  list text not null,
  words text not null,
  found integer not null,
  at timestamptz not null
);
create index searches_latest on searches (at desc, id desc);
create index searches_by_user on searches (user_id, at desc);
