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

create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();

-- JSON as the hash chain reads it: keys in order, no blanks; says the same as canonical() in src/server/audit.ts.
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
