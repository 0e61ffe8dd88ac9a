create or replace function spread_internal_status() returns trigger language plpgsql as $$
begin
  update projects set internal_status_sort = public.fold(new.title) where internal_status_id = new.id;
  return null;
end $$;

create or replace trigger internal_statuses_spread after update of title on internal_statuses
  for each row when (new.subject = 'project' and old.title is distinct from new.title)
  execute function spread_internal_status();
