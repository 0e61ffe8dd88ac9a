-- Runs of the ledger's self-checks (docs/decisions/0029), and the task that a broken one raises.

create table ledger_check_runs (
  id bigint generated always as identity primary key,
  -- Null: the nightly run.
  asked_by bigint references users (id),
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- One entry per check that is done, in their order.
  results jsonb not null default '[]' check (jsonb_typeof(results) = 'array'),
  -- How many checks are broken.
  broken integer not null default 0,
  -- The task it raised, or the one that was still open.
  task_id bigint references reminders (id) on delete set null,
  check ((finished_at is not null) = (state in ('done', 'failed')))
);
create unique index ledger_check_runs_one on ledger_check_runs ((true)) where state in ('queued', 'running');
create index ledger_check_runs_latest on ledger_check_runs (id desc) where state = 'done';

-- Transactions up to this one were booked before each named its audit event.
create table ledger_check_since (
  id smallint primary key default 1 check (id = 1),
  audited_after bigint not null
);
insert into ledger_check_since (audited_after)
select coalesce(max(id), 0) from ledger_transactions where audit_event_id is null;

-- A task may also be about the ledger, which is neither a project nor an organization.
alter table reminders
  drop constraint reminders_check,
  drop column target_type,
  add constraint reminders_target check (num_nonnulls(project_id, organization_id) <= 1);
alter table reminders
  add target_type text not null generated always as (case when project_id is not null then 'project'
    when organization_id is not null then 'organization' else 'ledger' end) stored;

create or replace function copy_reminder_target() returns trigger language plpgsql as $$
begin
  if new.project_id is not null then
    select title into new.target_title from projects where id = new.project_id for key share;
  elsif new.organization_id is not null then
    select title into new.target_title from organizations where id = new.organization_id for key share;
  end if;
  return new;
end $$;
