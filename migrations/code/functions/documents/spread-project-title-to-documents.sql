create or replace function spread_project_title_to_documents() returns trigger language plpgsql as $$
begin
  update documents set target_title = new.title where project_id = new.id;
  return null;
end $$;

create or replace trigger projects_title_to_documents after update of title on projects
  for each row when (old.title is distinct from new.title) execute function spread_project_title_to_documents();
