create or replace function spread_organization() returns trigger language plpgsql as $$
begin
  update projects set organization_title = new.title, organization_can_receive = new.can_receive
  where organization_id = new.id;
  return null;
end $$;

create or replace trigger organizations_spread after update on organizations
  for each row when (old.title is distinct from new.title or old.can_receive is distinct from new.can_receive)
  execute function spread_organization();
