-- Projects and what they need.

create table projects (
  id bigint generated always as identity primary key,
  -- Compared by bytes, so that the index finds all slugs with one beginning.
  slug text collate "C" not null unique,
  title text not null,
  organization_id bigint not null references organizations (id),
  description text not null default '',
  status smallint not null default 1 check (status in (1, 2, 3)),
  previous_status smallint,
  review_status smallint,
  content_review_status smallint,
  voting_review_status smallint,
  needs_donation_review boolean not null default false,
  needs_voting_review boolean not null default false,
  is_banned boolean not null default false,
  funding_type smallint not null check (funding_type in (1, 2, 3, 4)),
  individual_bank_account_id bigint references individual_bank_accounts (id),
  internal_status_id bigint references internal_statuses (id),
  starts_on date,
  ends_on date,
  import_key text unique,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (starts_on is null or ends_on is null or starts_on <= ends_on),
  -- Kept by triggers in the transaction of their source; see below.
  target_cents bigint not null default 0 check (target_cents >= 0),
  funded_cents bigint not null default 0,
  organization_title text not null default '',
  organization_can_receive boolean not null default false,
  is_ended boolean not null default false,
  -- Since when a review is waited for; null when nobody knows.
  needs_donation_review_since timestamptz,
  needs_voting_review_since timestamptz,
  -- What the internal status is called: lists order by the word, and not by when it was made.
  internal_status_sort text collate "C",
  -- Derived in the row itself, so that list, count, filter and ordering need no join (features/projects/rules.ts says the same).
  title_sort text collate "C" generated always as (fold(title)) stored,
  organization_sort text collate "C" generated always as (fold(organization_title)) stored,
  search_text text generated always as (fold(title || ' ' || organization_title)) stored,
  funding_key smallint generated always as (case when individual_bank_account_id is null then funding_type else 5 end) stored,
  financing smallint generated always as (
    case
      when target_cents > 0 and funded_cents >= target_cents then 1
      when is_ended then 2
      when status = 2 and review_status in (2, 4) and organization_can_receive and not is_banned then 3
    end
  ) stored
);
create index projects_search on projects using gin (search_text gin_trgm_ops);
create index projects_organization on projects (organization_id);
-- The status rides along: far pages of what is not archived are then read from the index alone.
create index projects_created on projects (created_at, id) include (status);
create index projects_title on projects (title_sort, id) include (status);
create index projects_organization_title on projects (organization_sort, id) include (status);
create index projects_status on projects (status, id);
create index projects_review on projects (review_status, id);
create index projects_content_review on projects (content_review_status, id);
create index projects_voting_review on projects (voting_review_status, id);
create index projects_financing on projects (financing, id);
create index projects_funding on projects (funding_key, id);
create index projects_internal_status on projects (internal_status_id, id);
create index projects_ends on projects (ends_on) where ends_on is not null;
create index projects_internal_status_title on projects (internal_status_sort, id);
create index projects_needs_review on projects (least(needs_donation_review_since, needs_voting_review_since), id)
  where status <> 3 and (needs_donation_review or needs_voting_review);
create index projects_identity on projects (organization_id, md5(name_identity(title)));

-- What a project needs; its target is their sum.
create table needs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  title text not null,
  amount_cents bigint not null check (amount_cents > 0),
  position integer not null
);
create index needs_by_project on needs (project_id, position);

create function keep_project_target() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  update projects set target_cents = target.cents
  from (
    select project_id, coalesce(sum(needs.amount_cents), 0)::bigint as cents
    from (select distinct project_id from touched) changed left join needs using (project_id)
    group by project_id
  ) target
  -- An unchanged row is not written again: an import sets the target with the project.
  where projects.id = target.project_id and projects.target_cents <> target.cents;
  return null;
end $$;
create trigger needs_target_insert after insert on needs
  referencing new table as touched for each statement execute function keep_project_target();
create trigger needs_target_update after update on needs
  referencing new table as touched for each statement execute function keep_project_target();
create trigger needs_target_delete after delete on needs
  referencing old table as touched for each statement execute function keep_project_target();

-- What a project row repeats of its organization, so that lists need no join.
create function copy_organization() returns trigger language plpgsql as $$
begin
  select title, can_receive into new.organization_title, new.organization_can_receive
  from organizations where id = new.organization_id for share;
  return new;
end $$;
create trigger projects_organization_copy before insert or update of organization_id on projects
  for each row execute function copy_organization();

create function spread_organization() returns trigger language plpgsql as $$
begin
  update projects set organization_title = new.title, organization_can_receive = new.can_receive
  where organization_id = new.id;
  return null;
end $$;
create trigger organizations_spread after update on organizations
  for each row when (old.title is distinct from new.title or old.can_receive is distinct from new.can_receive)
  execute function spread_organization();

create function copy_internal_status() returns trigger language plpgsql as $$
begin
  new.internal_status_sort := null;
  if new.internal_status_id is not null then
    select public.fold(title) into new.internal_status_sort
    from internal_statuses where id = new.internal_status_id for share;
  end if;
  return new;
end $$;
create trigger projects_internal_status_copy_insert before insert on projects
  for each row when (new.internal_status_id is not null) execute function copy_internal_status();
create trigger projects_internal_status_copy_update before update of internal_status_id on projects
  for each row when (new.internal_status_id is distinct from old.internal_status_id)
  execute function copy_internal_status();

create function spread_internal_status() returns trigger language plpgsql as $$
begin
  update projects set internal_status_sort = public.fold(new.title) where internal_status_id = new.id;
  return null;
end $$;
create trigger internal_statuses_spread after update of title on internal_statuses
  for each row when (new.subject = 'project' and old.title is distinct from new.title)
  execute function spread_internal_status();

-- The change that sets a review flag stamps it with its own time (updated_at).
create function stamp_needs_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.needs_donation_review_since := case when new.needs_donation_review then new.updated_at end;
    new.needs_voting_review_since := case when new.needs_voting_review then new.updated_at end;
    return new;
  end if;
  if new.needs_donation_review is distinct from old.needs_donation_review then
    new.needs_donation_review_since := case when new.needs_donation_review then new.updated_at end;
  end if;
  if new.needs_voting_review is distinct from old.needs_voting_review then
    new.needs_voting_review_since := case when new.needs_voting_review then new.updated_at end;
  end if;
  return new;
end $$;
create trigger projects_needs_review_insert before insert on projects
  for each row when (new.needs_donation_review or new.needs_voting_review) execute function stamp_needs_review();
create trigger projects_needs_review_update before update of needs_donation_review, needs_voting_review on projects
  for each row when (old.needs_donation_review is distinct from new.needs_donation_review
    or old.needs_voting_review is distinct from new.needs_voting_review) execute function stamp_needs_review();

create function mark_ended() returns trigger language plpgsql as $$
begin
  new.is_ended := coalesce(new.ends_on < (select day from business_day), false);
  return new;
end $$;
create trigger projects_ended before insert or update of ends_on on projects
  for each row execute function mark_ended();

create function move_business_day(today date) returns void language plpgsql as $$
declare was date;
begin
  -- Nearly every call finds the day already right and takes no lock.
  if (select day from business_day where id = 1) = today then return; end if;
  select day into was from business_day where id = 1 for update;
  if was = today then return; end if;
  update business_day set day = today where id = 1;
  update projects set is_ended = (ends_on < today)
  where ends_on is not null and ends_on >= least(was, today) and ends_on < greatest(was, today)
    and is_ended is distinct from (ends_on < today);
end $$;
