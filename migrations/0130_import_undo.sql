-- Undoing an import: what it made is marked with it, what a later import relied on is remembered, and what it brought is
-- taken back without anything being deleted from the ledger.

alter table imports
  -- Who undoes it and why, from the moment that it was asked for; when it was done.
  add undo jsonb,
  add undone_at timestamptz,
  drop constraint imports_state_check,
  add constraint imports_state_check check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed',
    'cancelled', 'undoing', 'undone')),
  drop constraint imports_step_check,
  add constraint imports_step_check check (step in ('reading', 'staging', 'matching', 'applying', 'undoing'));
drop index imports_one_at_work;
create unique index imports_one_at_work on imports ((true)) where state in ('checking', 'running', 'undoing');

-- The import that made them. No foreign keys: an import may be removed from its list, what it made stays.
alter table projects add import_id bigint;
alter table organizations add import_id bigint;
alter table organization_spellings add import_id bigint;
create index projects_by_import on projects (import_id) where import_id is not null;
create index organizations_by_import on organizations (import_id) where import_id is not null;
create index organization_spellings_by_import on organization_spellings (import_id) where import_id is not null;

-- Of those that are there already the audit trail knows.
update projects set import_id = made.import_id
from (
  select object_id, (after ->> 'import_id')::bigint as import_id from audit_events
  where object_type = 'project' and action = 'create' and after ->> 'import_id' is not null
) made
where made.object_id = projects.id;
update organizations set import_id = made.import_id
from (
  select object_id, (after ->> 'import_id')::bigint as import_id from audit_events
  where object_type = 'organization' and action = 'create' and after ->> 'import_id' is not null
) made
where made.object_id = organizations.id;

-- Which earlier import an import took something for known from. Nobody wrote it down before: of those that are done each
-- is taken to rely on all before it.
create table import_uses (
  import_id bigint not null,
  used_id bigint not null,
  primary key (import_id, used_id),
  check (import_id <> used_id)
);
create index import_uses_used on import_uses (used_id);
insert into import_uses (import_id, used_id)
select later.id, earlier.id from imports later join imports earlier on earlier.id < later.id
where later.state = 'done' and earlier.state = 'done';

-- 4: removed with its import. The row stays for the ledger alone, and no list, count or search shows it.
alter table projects
  drop constraint projects_status_check,
  add constraint projects_status_check check (status in (1, 2, 3, 4));
alter table organizations
  drop constraint organizations_status_check,
  add constraint organizations_status_check check (status in (1, 2, 3, 4));

-- Gifts and payouts whose import was undone, and on which day: lists and counts leave them out.
alter table fundings
  add undone_on date,
  add constraint fundings_undone check (undone_on is null or state = 'reversed');
alter table payouts
  add undone_on date,
  add constraint payouts_undone check (undone_on is null or state = 'cancelled');

create or replace function guard_funding() returns trigger language plpgsql as $$
begin
  if (new.id, new.project_id, new.funding_type, new.company_id, new.budget_id, new.number) is distinct from
    (old.id, old.project_id, old.funding_type, old.company_id, old.budget_id, old.number)
    or new.amount_cents <> old.amount_cents and old.state <> 'pledged' and new.state <> 'pledged' then
    raise exception 'amount, project, type and giver of a gift do not change'
      using errcode = 'restrict_violation', constraint = 'fundings_fixed';
  end if;
  if new.state <> old.state and not (old.state || '>' || new.state = any (array[
    'pledged>confirmed', 'pledged>failed', 'pledged>expired', 'confirmed>pledged', 'failed>pledged', 'expired>pledged',
    'confirmed>settled', 'settled>paid_out', 'settled>confirmed', 'paid_out>settled',
    'confirmed>reversed', 'settled>reversed',
    'paid_out>recovery_open', 'recovery_open>recovered'
  ])) and not (old.state = 'paid_out' and new.state = 'reversed' and new.undone_on is not null) then
    raise exception 'a gift that is % does not become %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'fundings_state';
  end if;
  return new;
end $$;

create or replace function count_payouts() returns trigger language plpgsql as $$
begin
  insert into payout_counts
  select state_key, funding_type, has_arrived, sum(one), sum(one * amount_cents)
  from (
    select 1 as one, state_key, funding_type, has_arrived, amount_cents from added where undone_on is null
    union all
    select -1, state_key, funding_type, has_arrived, amount_cents from removed where undone_on is null
  ) moved
  group by 1, 2, 3 having sum(one) <> 0 or sum(one * amount_cents) <> 0;
  return null;
end $$;

-- Whoever read a project or an organization before it was removed writes nothing about it afterwards.
create function refuse_removed_project() returns trigger language plpgsql as $$
begin
  if exists (select from added join projects on projects.id = added.project_id where projects.status = 4) then
    raise exception 'the project was removed' using errcode = 'foreign_key_violation', constraint = 'target_removed';
  end if;
  return null;
end $$;
create function refuse_removed_organization() returns trigger language plpgsql as $$
begin
  if exists (select from added join organizations on organizations.id = added.organization_id
    where organizations.status = 4) then
    raise exception 'the organization was removed' using errcode = 'foreign_key_violation', constraint = 'target_removed';
  end if;
  return null;
end $$;
create trigger fundings_project_stands after insert on fundings
  referencing new table as added for each statement execute function refuse_removed_project();
create trigger reminders_project_stands after insert on reminders
  referencing new table as added for each statement execute function refuse_removed_project();
create trigger reminders_organization_stands after insert on reminders
  referencing new table as added for each statement execute function refuse_removed_organization();
create trigger projects_organization_stands after insert on projects
  referencing new table as added for each statement execute function refuse_removed_organization();
