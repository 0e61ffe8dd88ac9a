create or replace function count_key(organization organizations) returns organization_count_key
  language sql immutable parallel safe as $$
  select row(organization.status, coalesce(organization.review_status, 0::smallint), organization.needs_review,
    coalesce(organization.content_review_status, 0::smallint), coalesce(organization.nonprofit_review_status, 0::smallint),
    coalesce(organization.voting_review_status, 0::smallint), organization.needs_voting_review,
    coalesce(organization.internal_status_id, 0))::organization_count_key
$$;

-- After a change:
select rebuild_organization_counts();
