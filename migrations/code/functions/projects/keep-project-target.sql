create or replace function keep_project_target() returns trigger language plpgsql
  -- A lookup per row works for one row as well as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  update projects set target_cents = target.cents
  from (
    select project_id, coalesce(sum(needs.amount_cents), 0)::bigint as cents
    from (select distinct project_id from touched) changed left join needs using (project_id)
    group by project_id
  ) target
  -- An unchanged row is not rewritten: an import sets the target with the project.
  where projects.id = target.project_id and projects.target_cents <> target.cents;
  return null;
end $$;

create or replace trigger needs_target_insert after insert on needs
  referencing new table as touched for each statement execute function keep_project_target();

create or replace trigger needs_target_update after update on needs
  referencing new table as touched for each statement execute function keep_project_target();

create or replace trigger needs_target_delete after delete on needs
  referencing old table as touched for each statement execute function keep_project_target();
