-- People, sessions, rights, audit. Timestamps are UTC; the application hands in "now".

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
  signed_in_at timestamptz
);

create table user_permissions (
  user_id bigint not null references users (id),
  permission text not null,
  granted_by bigint references users (id),
  granted_at timestamptz not null,
  primary key (user_id, permission)
);
create index user_permissions_by_permission on user_permissions (permission);

-- Only a hash of the cookie is kept: a leaked table opens no session.
create table sessions (
  token_hash text primary key,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

-- Failed sign-ins per account and per address; the key is hashed, so no address is kept in the clear.
create table sign_in_failures (
  key_hash text primary key,
  failures integer not null,
  last_at timestamptz not null
);

-- One event per change, chained by hash, written in the change's own transaction. Never updated, never deleted.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint references users (id),
  actor_name text not null,
  action text not null,
  object_type text not null,
  object_id bigint,
  object_title text not null default '',
  before jsonb,
  after jsonb,
  request_id text,
  previous_hash text not null,
  hash text not null
);
create index audit_events_by_object on audit_events (object_type, object_id, id desc);
create index audit_events_by_actor on audit_events (actor_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();

-- Answers of money calls and creations, so that a repeated call answers with the first result (kept 24 h).
create table idempotency_keys (
  user_id bigint not null references users (id),
  key text not null,
  route text not null,
  body_hash text not null,
  status integer,
  response jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table table_settings (
  user_id bigint not null references users (id),
  table_name text not null,
  hidden_fields text[] not null,
  updated_at timestamptz not null,
  primary key (user_id, table_name)
);

-- One row: which funding types the platform offers (spec §3).
create table platform_features (
  id integer primary key check (id = 1),
  "enableDonations" boolean not null default true,
  "enableSponsoring" boolean not null default true,
  "enableFoundation" boolean not null default true,
  "enableGewinnsparen" boolean not null default true,
  version integer not null default 1
);
insert into platform_features (id) values (1);

-- Dated settings: the value in force on a day is the newest one that is not later (product.md §6: limits and periods).
create table dated_settings (
  key text not null,
  valid_from date not null,
  value integer not null,
  primary key (key, valid_from)
);
insert into dated_settings (key, valid_from, value) values
  ('exemption_notice_months', '1900-01-01', 60),
  ('exemption_art60a_months', '1900-01-01', 36);
