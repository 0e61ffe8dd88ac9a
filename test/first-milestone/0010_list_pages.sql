-- What lists need to answer in one round trip, and to count without counting.

-- Runs the statement that a list call is asked for, planned anew for its words, inside another statement whose plan is
-- kept: how many rows match, and the ids of one page. Its parameters are $1[1], $1[2] and so on.
create function page_of(statement text, given text[], out matching bigint, out ids bigint[])
  language plpgsql stable as $$
begin
  execute statement into matching, ids using given;
end $$;

-- The oldest date of a notice (or certificate) that still counts on a day, by the period of that name in force then.
-- Going back by months may end on the last day of a shorter month, from which going forth does not reach the day.
create function oldest_valid_proof(period_key text, today date) returns date language plpgsql stable as $$
declare
  period interval;
  oldest date;
begin
  select make_interval(months => value) into period from dated_settings
  where key = period_key and valid_from <= today order by valid_from desc limit 1;
  oldest := (today - period)::date;
  return case when (oldest + period)::date < today then oldest + 1 else oldest end;
end $$;

-- How many organizations there are per combination of filter values (except the proof, which depends on the day), kept
-- like those of projects: triggers append differences, compact_organization_counts() folds them together.
create table organization_counts (
  status smallint not null,
  review_status smallint not null,
  needs_review boolean not null,
  content_review_status smallint not null,
  nonprofit_review_status smallint not null,
  voting_review_status smallint not null,
  needs_voting_review boolean not null,
  internal_status_id bigint not null,
  n bigint not null
);

create function count_organizations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into organization_counts
    select status, coalesce(review_status, 0), needs_review, coalesce(content_review_status, 0),
      coalesce(nonprofit_review_status, 0), coalesce(voting_review_status, 0), needs_voting_review,
      coalesce(internal_status_id, 0), count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into organization_counts
    select status, coalesce(review_status, 0), needs_review, coalesce(content_review_status, 0),
      coalesce(nonprofit_review_status, 0), coalesce(voting_review_status, 0), needs_voting_review,
      coalesce(internal_status_id, 0), -count(*)
    from removed group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into organization_counts
    select status, coalesce(review_status, 0), needs_review, coalesce(content_review_status, 0),
      coalesce(nonprofit_review_status, 0), coalesce(voting_review_status, 0), needs_voting_review,
      coalesce(internal_status_id, 0), sum(change)
    from (select *, 1 as change from added union all select *, -1 from removed) moved group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger organizations_count_insert after insert on organizations
  referencing new table as added for each statement execute function count_organizations();
create trigger organizations_count_update after update on organizations
  referencing new table as added old table as removed for each statement execute function count_organizations();
create trigger organizations_count_delete after delete on organizations
  referencing old table as removed for each statement execute function count_organizations();

create function compact_organization_counts() returns void language sql as $$
  with moved as (delete from organization_counts returning *)
  insert into organization_counts
  select status, review_status, needs_review, content_review_status, nonprofit_review_status, voting_review_status,
    needs_voting_review, internal_status_id, sum(n)
  from moved group by 1, 2, 3, 4, 5, 6, 7, 8
  having sum(n) <> 0;
$$;

-- The counts made anew from the organizations; writers wait meanwhile.
create function rebuild_organization_counts() returns void language plpgsql as $$
begin
  lock table organizations in share row exclusive mode;
  delete from organization_counts;
  insert into organization_counts
  select status, coalesce(review_status, 0), needs_review, coalesce(content_review_status, 0),
      coalesce(nonprofit_review_status, 0), coalesce(voting_review_status, 0), needs_voting_review,
      coalesce(internal_status_id, 0), count(*)
  from organizations group by 1, 2, 3, 4, 5, 6, 7, 8;
end $$;
select rebuild_organization_counts();
