create or replace function wait_for_new_projects() returns trigger language plpgsql as $$
begin
  perform from organizations where id = new.id for update;
  return new;
end $$;

-- Repeats the conditions of `can_receive`, because a generated column has no new value before the row is written.
create or replace trigger organizations_wait_for_new_projects before update on organizations
  for each row when (old.title is distinct from new.title or old.status is distinct from new.status
    or old.review_status is distinct from new.review_status)
  execute function wait_for_new_projects();
