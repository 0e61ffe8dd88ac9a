create or replace function spread_organization_title_to_documents() returns trigger language plpgsql as $$
begin
  update documents set target_title = new.title where organization_id = new.id;
  return null;
end $$;

create or replace trigger organizations_title_to_documents after update of title on organizations
  for each row when (old.title is distinct from new.title) execute function spread_organization_title_to_documents();
