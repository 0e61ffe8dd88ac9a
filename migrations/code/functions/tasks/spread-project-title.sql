create or replace function spread_project_title() returns trigger language plpgsql as $$
begin
  update reminders set target_title = new.title where project_id = new.id;
  return null;
end $$;

create or replace trigger projects_title_spread after update of title on projects
  for each row when (old.title is distinct from new.title) execute function spread_project_title();
