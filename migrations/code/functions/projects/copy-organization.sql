-- A project copies its organization's title and right to receive money. The shared lock blocks only changes of the
-- organization that are copied, or that archive it: an import holds it for minutes.
create or replace function copy_organization() returns trigger language plpgsql as $$
begin
  select title, can_receive into new.organization_title, new.organization_can_receive
  from organizations where id = new.organization_id for key share;
  return new;
end $$;

create or replace trigger projects_organization_copy before insert or update of organization_id on projects
  for each row execute function copy_organization();
