-- Most lists ask by few of the columns that projects are counted by. For these the kept counts are added up once more, by
-- those columns alone: some hundred rows however many combinations there are.

create type project_coarse_key as (
  status smallint,
  review_status smallint,
  needs_donation_review boolean,
  needs_voting_review boolean,
  financing smallint,
  is_banned boolean
);

create table project_coarse_counts (
  like project_coarse_key,
  n bigint not null,
  missing_cents bigint not null default 0
);

-- What is written to the fine counts is written here too, whoever writes it: a change or a compaction. The type alone says
-- which of their columns these are.
create function add_up_project_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into project_coarse_counts
    select (key).*, n, cents from (
      select jsonb_populate_record(null::project_coarse_key, to_jsonb(added)) as key, sum(n) as n, sum(missing_cents) as cents
      from added group by 1) change
    where n <> 0 or cents <> 0;
  else
    insert into project_coarse_counts
    select (key).*, -n, -cents from (
      select jsonb_populate_record(null::project_coarse_key, to_jsonb(removed)) as key, sum(n) as n,
        sum(missing_cents) as cents
      from removed group by 1) change
    where n <> 0 or cents <> 0;
  end if;
  return null;
end $$;
create trigger project_counts_added after insert on project_counts
  referencing new table as added for each statement execute function add_up_project_counts();
create trigger project_counts_removed after delete on project_counts
  referencing old table as removed for each statement execute function add_up_project_counts();

create or replace function compact_project_counts() returns void language sql as $$
  select compact_counts('project_counts', 'project_count_key');
  select compact_counts('project_coarse_counts', 'project_coarse_key')
$$;

-- Both made anew, whatever they were.
create or replace function rebuild_project_counts() returns void language plpgsql as $$
begin
  lock table projects in share row exclusive mode;
  delete from project_counts;
  insert into project_counts
  select (key).*, n, cents from (
    select count_key(projects) as key, count(*) as n, sum(missing_cents(projects)) as cents from projects group by 1) change;
  delete from project_coarse_counts;
  insert into project_coarse_counts
  select (key).*, n, cents from (
    select jsonb_populate_record(null::project_coarse_key, to_jsonb(counts)) as key, sum(n) as n, sum(missing_cents) as cents
    from project_counts counts group by 1) change;
end $$;

select rebuild_project_counts();
