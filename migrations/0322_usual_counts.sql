-- Between the counts by every column and the coarse ones: those by the columns of the filters that are set most often. A
-- list by funding type or internal status reads some thousand rows instead of tens of thousands.

create type project_usual_key as (
  status smallint,
  review_status smallint,
  needs_donation_review boolean,
  needs_voting_review boolean,
  financing smallint,
  is_banned boolean,
  funding_key smallint,
  internal_status_id bigint
);

create table project_usual_counts (
  like project_usual_key,
  n bigint not null,
  missing_cents bigint not null default 0
);

-- What is written to the fine counts is written to both others too, the coarse ones from what the usual ones got.
create or replace function add_up_project_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with usual as (
      insert into project_usual_counts
      select (key).*, n, cents from (
        select jsonb_populate_record(null::project_usual_key, to_jsonb(added)) as key, sum(n) as n,
          sum(missing_cents) as cents
        from added group by 1) change
      where n <> 0 or cents <> 0
      returning *)
    insert into project_coarse_counts
    select (key).*, n, cents from (
      select jsonb_populate_record(null::project_coarse_key, to_jsonb(usual)) as key, sum(n) as n,
        sum(missing_cents) as cents
      from usual group by 1) change
    where n <> 0 or cents <> 0;
  else
    with usual as (
      insert into project_usual_counts
      select (key).*, -n, -cents from (
        select jsonb_populate_record(null::project_usual_key, to_jsonb(removed)) as key, sum(n) as n,
          sum(missing_cents) as cents
        from removed group by 1) change
      where n <> 0 or cents <> 0
      returning *)
    insert into project_coarse_counts
    select (key).*, n, cents from (
      select jsonb_populate_record(null::project_coarse_key, to_jsonb(usual)) as key, sum(n) as n,
        sum(missing_cents) as cents
      from usual group by 1) change
    where n <> 0 or cents <> 0;
  end if;
  return null;
end $$;

create or replace function compact_project_counts() returns void language sql as $$
  select compact_counts('project_counts', 'project_count_key');
  select compact_counts('project_usual_counts', 'project_usual_key');
  select compact_counts('project_coarse_counts', 'project_coarse_key')
$$;

-- All made anew, whatever they were, whether triggers are on or off.
create or replace function rebuild_project_counts() returns void language plpgsql as $$
begin
  lock table projects in share row exclusive mode;
  delete from project_counts;
  insert into project_counts
  select (key).*, n, cents from (
    select count_key(projects) as key, count(*) as n, sum(missing_cents(projects)) as cents from projects group by 1) change;
  delete from project_usual_counts;
  insert into project_usual_counts
  select (key).*, n, cents from (
    select jsonb_populate_record(null::project_usual_key, to_jsonb(counts)) as key, sum(n) as n, sum(missing_cents) as cents
    from project_counts counts group by 1) change;
  delete from project_coarse_counts;
  insert into project_coarse_counts
  select (key).*, n, cents from (
    select jsonb_populate_record(null::project_coarse_key, to_jsonb(counts)) as key, sum(n) as n, sum(missing_cents) as cents
    from project_usual_counts counts group by 1) change;
end $$;

select rebuild_project_counts();
