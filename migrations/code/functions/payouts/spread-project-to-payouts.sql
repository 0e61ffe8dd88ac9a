create or replace function spread_project_to_payouts() returns trigger language plpgsql as $$
begin
  update payouts set project_title = new.title, organization_title = new.organization_title
  where project_id = new.id;
  return null;
end $$;

create or replace trigger projects_spread_to_payouts after update on projects
  for each row when (old.title is distinct from new.title or old.organization_title is distinct from new.organization_title)
  execute function spread_project_to_payouts();
