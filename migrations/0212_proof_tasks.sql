-- Which tasks were raised for a proof that ends, so that each is raised once per organization, last day and stage.
create table proof_tasks (
  organization_id bigint not null references organizations (id) on delete cascade,
  ends_on date not null,
  -- Days ahead: 90, 30 or 0.
  stage smallint not null check (stage in (90, 30, 0)),
  reminder_id bigint references reminders (id) on delete set null,
  primary key (organization_id, ends_on, stage)
);
create index proof_tasks_by_reminder on proof_tasks (reminder_id) where reminder_id is not null;
