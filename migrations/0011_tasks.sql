-- Tasks ("reminders" on the wire): what staff must do by a day, for one project or organization.
--
-- Numbers by their names in src/features/tasks/rules.ts:
--   status                     1 open, 2 done

create table reminders (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null check (char_length(title) between 1 and 64),
  description text not null default '',
  -- A Berlin calendar day.
  scheduled_for date not null,
  project_id bigint references projects (id) on delete cascade,
  organization_id bigint references organizations (id) on delete cascade,
  -- Copied from the target by triggers, so that search and ordering need no join.
  target_title text not null default '',
  -- Null: created by the system.
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
  target_type text not null generated always as (case when project_id is not null then 'project'
    when organization_id is not null then 'organization' else 'ledger' end) stored,
  check ((status = 2) = (completed_at is not null)),
  unique (id, status, scheduled_for),
  -- A task may also be about the ledger, which is neither a project nor an organization.
  constraint reminders_target check (num_nonnulls(project_id, organization_id) <= 1)
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
create index reminders_words on reminders using gin (words_in(search_text));
create index reminders_unread_words on reminders (id) where has_runs_beyond(search_text, words_in(search_text));

-- Assignees. Status and day are the task's own, copied through the foreign key, so that "mine, open, by day" needs one
-- index.
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

-- Tasks created for expiring proofs, so that each is created once per organization, last day and stage.
create table proof_tasks (
  organization_id bigint not null references organizations (id) on delete cascade,
  ends_on date not null,
  -- Days ahead: 90, 30 or 0.
  stage smallint not null check (stage in (90, 30, 0)),
  reminder_id bigint references reminders (id) on delete set null,
  primary key (organization_id, ends_on, stage)
);
create index proof_tasks_by_reminder on proof_tasks (reminder_id) where reminder_id is not null;

-- Projects that missed their goal with gifts of persons, for whose refund a task was created; one per project.
create table goal_refund_tasks (
  project_id bigint primary key references projects (id) on delete cascade,
  -- The task, while it exists.
  reminder_id bigint references reminders (id) on delete set null,
  raised_on date not null
);
create index goal_refund_tasks_reminder on goal_refund_tasks (reminder_id);

-- Foreign keys to tables created later.
alter table recovery_claims add foreign key (reminder_id) references reminders (id) on delete set null;
alter table ledger_check_runs add foreign key (task_id) references reminders (id) on delete set null;
