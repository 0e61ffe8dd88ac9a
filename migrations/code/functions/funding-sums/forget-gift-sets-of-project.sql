-- A project that moves to another organization takes all its money along.
create or replace function forget_gift_sets_of_project() returns trigger language plpgsql as $$
begin
  perform forget_gift_sets(array(select id from fundings where project_id = new.id));
  insert into organization_sums_to_keep
  select side.organization_id, business_day, posted_on, sign * sum(allocated), sign * sum(settled), sign * sum(paid),
    sign * sum(arrived), sign * sum(refunded)
  from organization_moves moved, (values (old.organization_id, -1), (new.organization_id, 1)) side (organization_id, sign)
  where project_id = new.id
  group by side.organization_id, sign, business_day, posted_on;
  return null;
end $$;

create or replace trigger projects_gift_sets after update on projects for each row
  when (old.organization_id is distinct from new.organization_id) execute function forget_gift_sets_of_project();
