create or replace function refuse_removed_organization() returns trigger language plpgsql
  set enable_seqscan = off as $$
begin
  if exists (select from added
    where (select status from organizations where id = any (array[added.organization_id]) order by id limit 1) = 4) then
    raise exception 'the organization was removed' using errcode = 'foreign_key_violation', constraint = 'target_removed';
  end if;
  return null;
end $$;

create or replace trigger reminders_organization_stands after insert on reminders
  referencing new table as added for each statement execute function refuse_removed_organization();

create or replace trigger projects_organization_stands after insert on projects
  referencing new table as added for each statement execute function refuse_removed_organization();
