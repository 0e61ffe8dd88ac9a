create or replace function count_projects() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into project_counts
    select (key).*, n, cents from (
      select count_key(row(added.*)::projects) as key, count(*) as n, sum(missing_cents(row(added.*)::projects)) as cents
      from added group by 1) change;
  elsif tg_op = 'DELETE' then
    insert into project_counts
    select (key).*, -n, -cents from (
      select count_key(row(removed.*)::projects) as key, count(*) as n, sum(missing_cents(row(removed.*)::projects)) as cents
      from removed group by 1) change;
  else
    insert into project_counts
    select (key).*, n, cents from (
      select key, sum(one) as n, sum(one * cents) as cents from (
        select 1 as one, count_key(row(added.*)::projects) as key, missing_cents(row(added.*)::projects) as cents from added
        union all
        select -1, count_key(row(removed.*)::projects), missing_cents(row(removed.*)::projects) from removed
      ) moved group by 1) change
    where n <> 0 or cents <> 0;
  end if;
  return null;
end $$;

create or replace trigger projects_count_insert after insert on projects
  referencing new table as added for each statement execute function count_projects();

create or replace trigger projects_count_update after update on projects
  referencing new table as added old table as removed for each statement execute function count_projects();

create or replace trigger projects_count_delete after delete on projects
  referencing old table as removed for each statement execute function count_projects();
