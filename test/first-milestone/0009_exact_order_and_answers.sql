-- Lists order by what an internal status is called, as they show it, and not by when it was made. The word stands in the
-- project's own row, so that the ordering needs no join.
alter table projects add column internal_status_sort text collate "C";

create function copy_internal_status() returns trigger language plpgsql as $$
begin
  new.internal_status_sort := null;
  if new.internal_status_id is not null then
    select public.fold(title) into new.internal_status_sort
    from internal_statuses where id = new.internal_status_id for share;
  end if;
  return new;
end $$;
create trigger projects_internal_status_copy_insert before insert on projects
  for each row when (new.internal_status_id is not null) execute function copy_internal_status();
create trigger projects_internal_status_copy_update before update of internal_status_id on projects
  for each row when (new.internal_status_id is distinct from old.internal_status_id)
  execute function copy_internal_status();

create function spread_internal_status() returns trigger language plpgsql as $$
begin
  update projects set internal_status_sort = public.fold(new.title) where internal_status_id = new.id;
  return null;
end $$;
create trigger internal_statuses_spread after update of title on internal_statuses
  for each row when (new.subject = 'project' and old.title is distinct from new.title)
  execute function spread_internal_status();

update projects set internal_status_sort = public.fold(status.title)
from internal_statuses status where status.id = projects.internal_status_id;
create index projects_internal_status_title on projects (internal_status_sort, id);

-- A repeated call gets the first answer as it was, letter by letter: jsonb would put its keys in another order.
alter table idempotency_keys alter column response type text using response::text;
