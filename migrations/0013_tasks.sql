-- Tasks ("reminders" on the wire): what staff must do by a day, for one project or organization.

create table reminders (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null check (char_length(title) between 1 and 64),
  description text not null default '',
  -- A Berlin calendar day.
  scheduled_for date not null,
  project_id bigint references projects (id) on delete cascade,
  organization_id bigint references organizations (id) on delete cascade,
  target_type text not null generated always as (case when project_id is null then 'organization' else 'project' end) stored,
  -- Repeated from the target, so that search and ordering need no join; kept by triggers below.
  target_title text not null default '',
  -- Null: raised by the system.
  created_by bigint references users (id),
  send_completed_mail boolean not null default true,
  status smallint not null default 1 check (status in (1, 2)),
  completed_by bigint references users (id),
  completed_at timestamptz,
  repeat text not null default 'none' check (repeat in ('none', 'weekly', 'monthly', 'yearly')),
  -- The days of a series are counted from its first one, so that the 31st does not drift to the 28th.
  series_start date not null,
  -- The occurrence that this one follows; one occurrence has one successor, however often it is reopened and done again.
  follows_id bigint unique references reminders (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  title_sort text collate "C" generated always as (fold(title)) stored,
  target_sort text collate "C" generated always as (fold(target_title)) stored,
  search_text text generated always as (fold(title || ' ' || target_title || ' ' || description)) stored,
  check (num_nonnulls(project_id, organization_id) = 1),
  check ((status = 2) = (completed_at is not null)),
  unique (id, status, scheduled_for)
);
create index reminders_by_project on reminders (project_id, status, scheduled_for, id) where project_id is not null;
create index reminders_by_organization on reminders (organization_id, status, scheduled_for, id) where organization_id is not null;
create index reminders_agenda on reminders (status, scheduled_for, id);
create index reminders_by_day on reminders (scheduled_for, id);
create index reminders_by_creator on reminders (created_by);
create index reminders_created on reminders (created_at, id);
create index reminders_title on reminders (title_sort, id);
create index reminders_target on reminders (target_sort, id);
create index reminders_search on reminders using gin (search_text gin_trgm_ops);

-- Who must do it. Status and day are the task's own, carried along by the foreign key, so that "mine, open, by day" is one index.
create table reminder_assignees (
  reminder_id bigint not null,
  user_id bigint not null references users (id),
  status smallint not null,
  scheduled_for date not null,
  added_at timestamptz not null,
  primary key (reminder_id, user_id),
  foreign key (reminder_id, status, scheduled_for) references reminders (id, status, scheduled_for)
    on update cascade on delete cascade
);
create index reminder_assignees_by_user on reminder_assignees (user_id, status, scheduled_for, reminder_id);
create index reminder_assignees_due on reminder_assignees (scheduled_for, reminder_id, user_id) where status = 1;

create function copy_reminder_target() returns trigger language plpgsql as $$
begin
  if new.project_id is not null then
    select title into new.target_title from projects where id = new.project_id for key share;
  else
    select title into new.target_title from organizations where id = new.organization_id for key share;
  end if;
  return new;
end $$;
create trigger reminders_target_copy before insert on reminders
  for each row execute function copy_reminder_target();

create function spread_project_title() returns trigger language plpgsql as $$
begin
  update reminders set target_title = new.title where project_id = new.id;
  return null;
end $$;
create trigger projects_title_spread after update of title on projects
  for each row when (old.title is distinct from new.title) execute function spread_project_title();

create function spread_organization_title() returns trigger language plpgsql as $$
begin
  update reminders set target_title = new.title where organization_id = new.id;
  return null;
end $$;
create trigger organizations_title_spread after update of title on organizations
  for each row when (old.title is distinct from new.title) execute function spread_organization_title();

-- Title and description to start from. Steps [{title, description, days}]: applying the template makes one task each,
-- `days` after the chosen start.
create table reminder_templates (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 64),
  description text not null default '',
  steps jsonb not null default '[]' check (jsonb_typeof(steps) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  title_sort text collate "C" generated always as (fold(title)) stored,
  search_text text generated always as (fold(title || ' ' || description)) stored
);
create index reminder_templates_title on reminder_templates (title_sort, id);
