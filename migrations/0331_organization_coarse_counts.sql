-- Most lists of organizations ask by few of the columns that these are counted by. As of projects (0090) the kept counts are
-- added up once more by those columns alone: some dozen rows instead of some thousand.

create type organization_coarse_key as (
  status smallint,
  review_status smallint,
  needs_review boolean
);

create table organization_coarse_counts (
  like organization_coarse_key,
  n bigint not null
);

-- What is written to the fine counts is written here too, whoever writes it: a change or a compaction. The type alone says
-- which of their columns these are.
create function add_up_organization_counts() returns trigger language plpgsql as $$
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
create trigger organization_counts_added after insert on organization_counts
  referencing new table as added for each statement execute function add_up_organization_counts();
create trigger organization_counts_removed after delete on organization_counts
  referencing old table as removed for each statement execute function add_up_organization_counts();

create or replace function compact_organization_counts() returns void language sql as $$
  select compact_counts('organization_counts', 'organization_count_key');
  select compact_counts('organization_coarse_counts', 'organization_coarse_key')
$$;

-- Both made anew, whatever they were, whether triggers are on or off.
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

select rebuild_organization_counts();
