-- A project repeats title and right to receive money of its organization. Who makes one kept all changes of the organization
-- waiting until its transaction ended, which is minutes for an import. Now only those that are repeated, or that archive it,
-- wait for it, and it for them.
create or replace function copy_organization() returns trigger language plpgsql as $$
begin
  select title, can_receive into new.organization_title, new.organization_can_receive
  from organizations where id = new.organization_id for key share;
  return new;
end $$;

create function wait_for_new_projects() returns trigger language plpgsql as $$
begin
  perform from organizations where id = new.id for update;
  return new;
end $$;
-- What makes up `can_receive` stands here, for a generated column has no new value before the row is written.
create trigger organizations_wait_for_new_projects before update on organizations
  for each row when (old.title is distinct from new.title or old.status is distinct from new.status
    or old.review_status is distinct from new.review_status)
  execute function wait_for_new_projects();
