-- JSON as it is hashed: sorted keys, no blanks; equals canonical() in src/server/audit/audit.ts.
create function canonical_json(value jsonb) returns text
  language plpgsql immutable parallel safe strict as $$
begin
  return case jsonb_typeof(value)
    when 'object' then '{' || coalesce((
      select string_agg(
        to_json(key)::text || ':'
          || case when jsonb_typeof(member) in ('object', 'array') then canonical_json(member) else member::text end,
        ',' order by key collate "C")
      from jsonb_each(value) as entry (key, member)), '') || '}'
    when 'array' then '[' || coalesce((
      select string_agg(canonical_json(element), ',' order by place)
      from jsonb_array_elements(value) with ordinality as entry (element, place)), '') || ']'
    else value::text
  end;
end $$;

-- The chain of audit events as a running aggregate: the hash of each event is over the one before it and its text.
create function chain_hash(previous text, first text, event text) returns text
  language plpgsql immutable parallel safe as $$
begin
  return encode(sha256(convert_to(coalesce(previous, first) || event, 'UTF8')), 'hex');
end $$;

create aggregate audit_chain(first text, event text) (sfunc = chain_hash, stype = text);

-- One event per change, written in the change's own transaction. Never updated, never deleted.
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
  -- `digest`: SHA-256 of the event's own text, made by its writer; without one the seal covers the text itself. `xid`: the
  -- transaction that wrote it, from which the sealer knows which events may still be uncommitted.
  digest text,
  xid xid8 not null default pg_current_xact_id()
);
create index audit_events_by_object on audit_events (object_type, object_id, id desc);
create index audit_events_by_actor on audit_events (actor_id, id desc);
create index audit_events_by_xid on audit_events (xid, id);
-- Indexes for the document log, which is the part of the audit log about documents.
create index audit_events_of_documents on audit_events (id) where object_type = 'document';

-- The hash chain. The sealer adds each event a moment after its commit (docs/decisions/0019), so that no writer waits for
-- the end of the chain.
create table audit_seals (
  position bigint primary key,
  event_id bigint not null unique,
  previous_hash text not null,
  hash text not null
);

-- Each event of a transaction before `horizon` has its seal. `verified_*`: what the last verification found.
create table audit_sealer (
  id smallint primary key default 1 check (id = 1),
  horizon xid8 not null,
  verified_at timestamptz,
  verified_events bigint,
  verified_broken bigint,
  verified_findings jsonb,
  -- How far the current pass over the events after the horizon has come, so that another process can continue it. No pass
  -- is under way while `pass_horizon` is null.
  pass_horizon xid8,
  pass_xid xid8,
  pass_id bigint,
  pass_moved boolean not null default false
);
insert into audit_sealer (horizon) values (((pg_current_xact_id()::text)::numeric + 1)::text::xid8);

-- Which events were undone, and by which. Events themselves never change.
create table undone_events (
  event_id bigint primary key references audit_events (id),
  by_event_id bigint not null unique references audit_events (id),
  check (by_event_id > event_id)
);
