-- An event as the hashes read it; says the same as textOf() in src/server/audit/audit.ts.
create or replace function audit_event_text(event audit_events) returns text
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
