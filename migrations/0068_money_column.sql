-- The money column of the project list: how far the goal is reached, and whether anything allocated is unpaid.

alter table projects
  -- 1 nothing, 2 partly, 3 goal reached, 4 over goal
  add money smallint not null generated always as (
    case
      when funded_cents <= 0 then 1
      when target_cents > 0 and funded_cents > target_cents then 4
      when target_cents > 0 and funded_cents = target_cents then 3
      else 2
    end
  ) stored,
  add is_unpaid boolean not null generated always as (funded_cents > paid_cents) stored;
create index projects_allocated on projects (funded_cents, id) include (status);

alter type project_count_key add attribute money smallint, add attribute is_unpaid boolean;
create or replace function count_key(project projects) returns project_count_key
  language sql immutable parallel safe as $$
  select row(project.status, coalesce(project.review_status, 0::smallint), project.needs_donation_review,
    coalesce(project.content_review_status, 0::smallint), coalesce(project.voting_review_status, 0::smallint),
    project.needs_voting_review, coalesce(project.financing, 0::smallint), project.is_banned, project.funding_key,
    coalesce(project.internal_status_id, 0), project.money, project.is_unpaid)::project_count_key
$$;

drop table project_counts;
create table project_counts (
  like project_count_key,
  n bigint not null,
  -- What the counted projects still need.
  missing_cents bigint not null default 0
);
select rebuild_project_counts();
