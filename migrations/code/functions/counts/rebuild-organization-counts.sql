-- Rebuilds the counts, whether triggers are on or off.
create or replace function rebuild_organization_counts() returns void language plpgsql as $$
begin
  lock table organizations in share row exclusive mode;
  delete from organization_counts;
  insert into organization_counts
  select (key).*, n from (
    select count_key(organizations) as key, count(*) as n from organizations group by 1) change;
end $$;
