-- Removes a project's answers with it, while the project still exists, so that its status is known.
create or replace function remove_additional_answers() returns trigger language plpgsql as $$
begin
  delete from additional_answers where project_id = old.id;
  return old;
end $$;

create or replace trigger projects_remove_additional_answers before delete on projects
  for each row execute function remove_additional_answers();
