-- Every write to the fine counts is repeated here, whether a change or a compaction. The type alone determines the
-- relevant columns.
create or replace function add_up_organization_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into organization_coarse_counts
    select (key).*, n from (
      select jsonb_populate_record(null::organization_coarse_key, to_jsonb(added)) as key, sum(n) as n
      from added group by 1) change
    where n <> 0;
  else
    insert into organization_coarse_counts
    select (key).*, -n from (
      select jsonb_populate_record(null::organization_coarse_key, to_jsonb(removed)) as key, sum(n) as n
      from removed group by 1) change
    where n <> 0;
  end if;
  return null;
end $$;

create or replace trigger organization_counts_added after insert on organization_counts
  referencing new table as added for each statement execute function add_up_organization_counts();

create or replace trigger organization_counts_removed after delete on organization_counts
  referencing old table as removed for each statement execute function add_up_organization_counts();
