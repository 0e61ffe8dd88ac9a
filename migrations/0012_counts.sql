-- How many projects and organizations there are per combination of filter values. A combination is a key, and one function
-- says which key a row has. Triggers only append differences (no two writers ever wait for each other);
-- compact_counts() folds them together from time to time.

create type project_count_key as (
  status smallint,
  review_status smallint,
  needs_donation_review boolean,
  content_review_status smallint,
  voting_review_status smallint,
  needs_voting_review boolean,
  financing smallint,
  is_banned boolean,
  funding_key smallint,
  internal_status_id bigint
);

-- What is null counts as 0.
create function count_key(project projects) returns project_count_key language sql immutable parallel safe as $$
  select row(project.status, coalesce(project.review_status, 0::smallint), project.needs_donation_review,
    coalesce(project.content_review_status, 0::smallint), coalesce(project.voting_review_status, 0::smallint),
    project.needs_voting_review, coalesce(project.financing, 0::smallint), project.is_banned, project.funding_key,
    coalesce(project.internal_status_id, 0))::project_count_key
$$;

create function missing_cents(project projects) returns bigint language sql immutable parallel safe as $$
  select greatest(0, project.target_cents - project.funded_cents)
$$;

create table project_counts (
  like project_count_key,
  n bigint not null,
  -- What the counted projects still need.
  missing_cents bigint not null default 0
);

create function count_projects() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into project_counts
    select (key).*, n, cents from (
      select count_key(row(added.*)::projects) as key, count(*) as n, sum(missing_cents(row(added.*)::projects)) as cents
      from added group by 1) change;
  elsif tg_op = 'DELETE' then
    insert into project_counts
    select (key).*, -n, -cents from (
      select count_key(row(removed.*)::projects) as key, count(*) as n, sum(missing_cents(row(removed.*)::projects)) as cents
      from removed group by 1) change;
  else
    insert into project_counts
    select (key).*, n, cents from (
      select key, sum(one) as n, sum(one * cents) as cents from (
        select 1 as one, count_key(row(added.*)::projects) as key, missing_cents(row(added.*)::projects) as cents from added
        union all
        select -1, count_key(row(removed.*)::projects), missing_cents(row(removed.*)::projects) from removed
      ) moved group by 1) change
    where n <> 0 or cents <> 0;
  end if;
  return null;
end $$;
create trigger projects_count_insert after insert on projects
  referencing new table as added for each statement execute function count_projects();
create trigger projects_count_update after update on projects
  referencing new table as added old table as removed for each statement execute function count_projects();
create trigger projects_count_delete after delete on projects
  referencing old table as removed for each statement execute function count_projects();

-- The counts made anew from the projects; writers wait meanwhile.
create function rebuild_project_counts() returns void language plpgsql as $$
begin
  lock table projects in share row exclusive mode;
  delete from project_counts;
  insert into project_counts
  select (key).*, n, cents from (
    select count_key(projects) as key, count(*) as n, sum(missing_cents(projects)) as cents from projects group by 1) change;
end $$;

-- The same of organizations, except for the proof, which depends on the day.
create type organization_count_key as (
  status smallint,
  review_status smallint,
  needs_review boolean,
  content_review_status smallint,
  nonprofit_review_status smallint,
  voting_review_status smallint,
  needs_voting_review boolean,
  internal_status_id bigint
);

create function count_key(organization organizations) returns organization_count_key
  language sql immutable parallel safe as $$
  select row(organization.status, coalesce(organization.review_status, 0::smallint), organization.needs_review,
    coalesce(organization.content_review_status, 0::smallint), coalesce(organization.nonprofit_review_status, 0::smallint),
    coalesce(organization.voting_review_status, 0::smallint), organization.needs_voting_review,
    coalesce(organization.internal_status_id, 0))::organization_count_key
$$;

create table organization_counts (
  like organization_count_key,
  n bigint not null
);

create function count_organizations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into organization_counts
    select (key).*, n from (
      select count_key(row(added.*)::organizations) as key, count(*) as n from added group by 1) change;
  elsif tg_op = 'DELETE' then
    insert into organization_counts
    select (key).*, -n from (
      select count_key(row(removed.*)::organizations) as key, count(*) as n from removed group by 1) change;
  else
    insert into organization_counts
    select (key).*, n from (
      select key, sum(one) as n from (
        select 1 as one, count_key(row(added.*)::organizations) as key from added
        union all
        select -1, count_key(row(removed.*)::organizations) from removed
      ) moved group by 1) change
    where n <> 0;
  end if;
  return null;
end $$;
create trigger organizations_count_insert after insert on organizations
  referencing new table as added for each statement execute function count_organizations();
create trigger organizations_count_update after update on organizations
  referencing new table as added old table as removed for each statement execute function count_organizations();
create trigger organizations_count_delete after delete on organizations
  referencing old table as removed for each statement execute function count_organizations();

create function rebuild_organization_counts() returns void language plpgsql as $$
begin
  lock table organizations in share row exclusive mode;
  delete from organization_counts;
  insert into organization_counts
  select (key).*, n from (select count_key(organizations) as key, count(*) as n from organizations group by 1) change;
end $$;

-- Folds appended differences together: adds up all columns of the table that are not of its key.
create function compact_counts(counts regclass, key regtype) returns void language plpgsql as $$
declare
  key_columns text;
  sums text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into key_columns
  from pg_attribute where attrelid = (select typrelid from pg_type where oid = key) and attnum > 0 and not attisdropped;
  select string_agg(quote_ident(attname), ', ' order by attnum) into sums
  from pg_attribute where attrelid = counts and attnum > 0 and not attisdropped
    and attname not in (select attname from pg_attribute where attrelid = (select typrelid from pg_type where oid = key));
  execute format(
    'with moved as (delete from %s returning *)
     insert into %1$s (%2$s, %3$s)
     select %2$s, %4$s from moved group by %2$s having (%4$s) is distinct from (%5$s)',
    counts, key_columns, sums,
    (select string_agg(format('sum(%s)', one), ', ') from unnest(string_to_array(sums, ', ')) one),
    (select string_agg('0', ', ') from unnest(string_to_array(sums, ', ')))
  );
end $$;

create function compact_project_counts() returns void language sql as $$
  select compact_counts('project_counts', 'project_count_key')
$$;
create function compact_organization_counts() returns void language sql as $$
  select compact_counts('organization_counts', 'organization_count_key')
$$;
