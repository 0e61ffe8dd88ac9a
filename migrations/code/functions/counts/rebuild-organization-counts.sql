-- Rebuilds fine and coarse counts, whether triggers are on or off.
create or replace function rebuild_organization_counts() returns void language plpgsql as $$
begin
  lock table organizations in share row exclusive mode;
  delete from organization_counts;
  insert into organization_counts
  select (key).*, n from (
    select count_key(organizations) as key, count(*) as n from organizations group by 1) change;
  delete from organization_coarse_counts;
  insert into organization_coarse_counts
  select (key).*, n from (
    select jsonb_populate_record(null::organization_coarse_key, to_jsonb(counts)) as key, sum(n) as n
    from organization_counts counts group by 1) change;
end $$;
