-- Refuses writes about a project or an organization removed after it was read.
create or replace function refuse_removed_project() returns trigger language plpgsql
  set enable_seqscan = off as $$
begin
  if exists (select from added where (select status from projects where id = any (array[added.project_id]) order by id limit 1) = 4) then
    raise exception 'the project was removed' using errcode = 'foreign_key_violation', constraint = 'target_removed';
  end if;
  return null;
end $$;

create or replace trigger fundings_project_stands after insert on fundings
  referencing new table as added for each statement execute function refuse_removed_project();

create or replace trigger reminders_project_stands after insert on reminders
  referencing new table as added for each statement execute function refuse_removed_project();
