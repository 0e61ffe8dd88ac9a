-- How many projects there are per combination of filter values. Triggers only append differences (no two writers ever
-- wait for each other); compact_project_counts() folds them together from time to time.
create table project_counts (
  status smallint not null,
  review_status smallint not null,
  needs_donation_review boolean not null,
  content_review_status smallint not null,
  voting_review_status smallint not null,
  needs_voting_review boolean not null,
  financing smallint not null,
  is_banned boolean not null,
  funding_key smallint not null,
  internal_status_id bigint not null,
  n bigint not null,
  -- What the counted projects still need.
  missing_cents bigint not null default 0
);

create function count_projects() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into project_counts
    select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
      coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
      coalesce(internal_status_id, 0), count(*), sum(greatest(0, target_cents - funded_cents))
    from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  elsif tg_op = 'DELETE' then
    insert into project_counts
    select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
      coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
      coalesce(internal_status_id, 0), -count(*), -sum(greatest(0, target_cents - funded_cents))
    from removed group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  else
    insert into project_counts
    select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
      coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
      coalesce(internal_status_id, 0), sum(change), sum(change * greatest(0, target_cents - funded_cents))
    from (select *, 1 as change from added union all select *, -1 from removed) moved
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    having sum(change) <> 0 or sum(change * greatest(0, target_cents - funded_cents)) <> 0;
  end if;
  return null;
end $$;
create trigger projects_count_insert after insert on projects
  referencing new table as added for each statement execute function count_projects();
create trigger projects_count_update after update on projects
  referencing new table as added old table as removed for each statement execute function count_projects();
create trigger projects_count_delete after delete on projects
  referencing old table as removed for each statement execute function count_projects();

create function compact_project_counts() returns void language sql as $$
  with moved as (delete from project_counts returning *)
  insert into project_counts
  select status, review_status, needs_donation_review, content_review_status, voting_review_status, needs_voting_review,
    financing, is_banned, funding_key, internal_status_id, sum(n), sum(missing_cents)
  from moved group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(n) <> 0 or sum(missing_cents) <> 0;
$$;

-- The counts made anew from the projects; writers wait meanwhile.
create function rebuild_project_counts() returns void language plpgsql as $$
begin
  lock table projects in share row exclusive mode;
  delete from project_counts;
  insert into project_counts
  select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
    coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
    coalesce(internal_status_id, 0), count(*), sum(greatest(0, target_cents - funded_cents))
  from projects group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
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
