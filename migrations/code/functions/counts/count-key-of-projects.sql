-- Null counts as 0.
create or replace function count_key(project projects) returns project_count_key
  language sql immutable parallel safe as $$
  select row(project.status, coalesce(project.review_status, 0::smallint), project.needs_donation_review,
    coalesce(project.content_review_status, 0::smallint), coalesce(project.voting_review_status, 0::smallint),
    project.needs_voting_review, coalesce(project.financing, 0::smallint), project.is_banned, project.funding_key,
    coalesce(project.internal_status_id, 0), project.money, project.is_unpaid)::project_count_key
$$;

-- After a change:
select rebuild_project_counts();
