-- Events are written by whoever changes something, and chained a moment later by the sealer (docs/decisions/0019):
-- nobody waits for the end of the chain any more. What is chained already keeps its place and its hashes.

create table audit_seals (
  position bigint primary key,
  event_id bigint not null unique,
  previous_hash text not null,
  hash text not null
);

insert into audit_seals (position, event_id, previous_hash, hash)
select row_number() over (order by id), id, previous_hash, hash from audit_events;

create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_change();

-- `digest`: SHA-256 of the event's own text, as its writer meant it; events from before have none, their seal is over
-- the text itself. `xid`: the transaction that wrote it, by which the sealer knows what may still be on its way.
alter table audit_events
  drop column previous_hash,
  drop column hash,
  add column digest text,
  add column xid xid8 not null default pg_current_xact_id();
create index audit_events_by_xid on audit_events (xid, id);

-- Each event of a transaction before `horizon` has its seal. `verified_*`: what the last verification found.
create table audit_sealer (
  id smallint primary key default 1 check (id = 1),
  horizon xid8 not null,
  verified_at timestamptz,
  verified_events bigint,
  verified_broken bigint,
  verified_findings jsonb
);
insert into audit_sealer (horizon)
values (((pg_current_xact_id()::text)::numeric + 1)::text::xid8);

-- An event as the hashes read it; says the same as textOf() in src/server/audit.ts.
create function audit_event_text(event audit_events) returns text
  language sql stable parallel safe as $$
  select '{"action":' || to_json(event.action)::text
    || ',"actor_id":' || coalesce(event.actor_id::text, 'null')
    || ',"actor_name":' || to_json(event.actor_name)::text
    || ',"after":' || coalesce(canonical_json(event.after), 'null')
    || ',"at":"' || to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","before":' || coalesce(canonical_json(event.before), 'null')
    || ',"object_id":' || coalesce(event.object_id::text, 'null')
    || ',"object_title":' || to_json(event.object_title)::text
    || ',"object_type":' || to_json(event.object_type)::text
    || ',"request_id":' || coalesce(to_json(event.request_id)::text, 'null') || '}'
$$;

-- Lower-case hexadecimal SHA-256 of a text.
create function sha256_hex(value text) returns text
  language sql immutable parallel safe strict as $$
  select encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;
