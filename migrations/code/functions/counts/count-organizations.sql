create or replace function count_organizations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into organization_counts
    select (key).*, n from (
      select count_key(row(added.*)::organizations) as key, count(*) as n from added group by 1) change;
  elsif tg_op = 'DELETE' then
    insert into organization_counts
    select (key).*, -n from (
      select count_key(row(removed.*)::organizations) as key, count(*) as n from removed group by 1) change;
  else
    insert into organization_counts
    select (key).*, n from (
      select key, sum(one) as n from (
        select 1 as one, count_key(row(added.*)::organizations) as key from added
        union all
        select -1, count_key(row(removed.*)::organizations) from removed
      ) moved group by 1) change
    where n <> 0;
  end if;
  return null;
end $$;

create or replace trigger organizations_count_insert after insert on organizations
  referencing new table as added for each statement execute function count_organizations();

create or replace trigger organizations_count_update after update on organizations
  referencing new table as added old table as removed for each statement execute function count_organizations();

create or replace trigger organizations_count_delete after delete on organizations
  referencing old table as removed for each statement execute function count_organizations();
