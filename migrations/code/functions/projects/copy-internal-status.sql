create or replace function copy_internal_status() returns trigger language plpgsql as $$
begin
  new.internal_status_sort := null;
  if new.internal_status_id is not null then
    select public.fold(title) into new.internal_status_sort
    from internal_statuses where id = new.internal_status_id for share;
  end if;
  return new;
end $$;

create or replace trigger projects_internal_status_copy_insert before insert on projects
  for each row when (new.internal_status_id is not null) execute function copy_internal_status();

create or replace trigger projects_internal_status_copy_update before update of internal_status_id on projects
  for each row when (new.internal_status_id is distinct from old.internal_status_id)
  execute function copy_internal_status();
