-- The list of payouts: what its rows repeat of their project, how many there are, and what the nightly run leaves behind.

alter table payouts
  -- Kept by triggers, so that search and ordering need no join.
  add project_title text not null default '',
  add organization_title text not null default '';
update payouts set project_title = projects.title, organization_title = projects.organization_title
from projects where projects.id = payouts.project_id;
alter table payouts
  add search_text text generated always as (fold(number || ' ' || project_title || ' ' || organization_title)) stored,
  -- AZ-2026-9999 stands before AZ-2026-10000.
  add number_sort text collate "C" generated always as (left(number, 8) || lpad(substr(number, 9), 10, '0')) stored,
  -- 1 open, 2 exported, 3 marked paid, 4 cancelled: the order of a payout's life.
  add state_key smallint generated always as (
    case state when 'open' then 1 when 'exported' then 2 when 'marked_paid' then 3 else 4 end) stored,
  add has_arrived boolean generated always as (arrived_on is not null) stored;
create index payouts_search on payouts using gin (search_text gin_trgm_ops);
create index payouts_number on payouts (number_sort, id);
create index payouts_amount on payouts (amount_cents, id);
create index payouts_state on payouts (state_key, id);
create index payouts_settled on payouts (settled_on, id);
create index payouts_paid on payouts (paid_on desc nulls last, id desc);
-- What is still to do is little among all there ever was, however it is ordered.
create index payouts_to_do on payouts (state_key, number_sort, id) where state_key <> 3;

create function copy_project_of_payout() returns trigger language plpgsql as $$
begin
  select title, organization_title into new.project_title, new.organization_title
  from projects where id = new.project_id for share;
  return new;
end $$;
create trigger payouts_project_copy before insert or update of project_id on payouts
  for each row execute function copy_project_of_payout();

create function spread_project_to_payouts() returns trigger language plpgsql as $$
begin
  update payouts set project_title = new.title, organization_title = new.organization_title
  where project_id = new.id;
  return null;
end $$;
create trigger projects_spread_to_payouts after update on projects
  for each row when (old.title is distinct from new.title or old.organization_title is distinct from new.organization_title)
  execute function spread_project_to_payouts();

-- How many payouts there are per combination of filter values, and their sum, as 0012 keeps it of projects.
create type payout_count_key as (
  state_key smallint,
  funding_type smallint,
  has_arrived boolean
);

create table payout_counts (
  like payout_count_key,
  n bigint not null,
  cents bigint not null
);

create function count_payouts() returns trigger language plpgsql as $$
begin
  insert into payout_counts
  select state_key, funding_type, has_arrived, sum(one), sum(one * amount_cents)
  from (
    select 1 as one, state_key, funding_type, has_arrived, amount_cents from added
    union all
    select -1, state_key, funding_type, has_arrived, amount_cents from removed
  ) moved
  group by 1, 2, 3 having sum(one) <> 0 or sum(one * amount_cents) <> 0;
  return null;
end $$;
create function count_added_payouts() returns trigger language plpgsql as $$
begin
  insert into payout_counts
  select state_key, funding_type, has_arrived, count(*), sum(amount_cents) from added group by 1, 2, 3;
  return null;
end $$;
create function count_removed_payouts() returns trigger language plpgsql as $$
begin
  insert into payout_counts
  select state_key, funding_type, has_arrived, -count(*), -sum(amount_cents) from removed group by 1, 2, 3;
  return null;
end $$;
create trigger payouts_count_insert after insert on payouts
  referencing new table as added for each statement execute function count_added_payouts();
create trigger payouts_count_update after update on payouts
  referencing new table as added old table as removed for each statement execute function count_payouts();
create trigger payouts_count_delete after delete on payouts
  referencing old table as removed for each statement execute function count_removed_payouts();
insert into payout_counts
select state_key, funding_type, has_arrived, count(*), sum(amount_cents) from payouts group by 1, 2, 3;

create function compact_payout_counts() returns void language sql as $$
  select compact_counts('payout_counts', 'payout_count_key')
$$;

-- Projects that missed their goal and hold gifts of people, whose refund was made a task; one for each project.
create table goal_refund_tasks (
  project_id bigint primary key references projects (id) on delete cascade,
  -- The task, while it exists.
  reminder_id bigint references reminders (id) on delete set null,
  raised_on date not null
);
create index goal_refund_tasks_reminder on goal_refund_tasks (reminder_id);
-- What an all-or-nothing platform looks through at night: money that waits on projects that have ended.
create index projects_goal_missed on projects (id) where financing = 2 and funded_cents > settled_cents;

-- Files for the bank. What a file held stays as it was: recipient, account, amount and text are copies.
alter table bank_accounts
  add holder text not null default '',
  add bic text not null default '';

create table payment_files (
  id bigint generated always as identity primary key,
  slug text not null unique,
  -- What the bank knows it by: SEPA-2026-0007.
  message_id text not null unique,
  format text not null check (format in ('pain.001.001.09', 'pain.001.001.03', 'xlsx')),
  bank_account_id bigint not null references bank_accounts (id),
  holder text not null,
  iban text not null,
  bic text not null,
  execute_on date not null,
  payments integer not null check (payments > 0),
  control_cents bigint not null check (control_cents > 0),
  -- Why a payout that was in a file already is in this one as well.
  again_reason text not null default '',
  content bytea not null,
  created_by bigint references users (id),
  created_at timestamptz not null
);

create table payment_file_items (
  file_id bigint not null references payment_files (id),
  payout_id bigint not null references payouts (id),
  position integer not null,
  end_to_end_id text not null,
  recipient text not null,
  iban text not null,
  bic text not null,
  amount_cents bigint not null check (amount_cents > 0),
  remittance text not null,
  primary key (file_id, payout_id)
);
create index payment_file_items_by_payout on payment_file_items (payout_id, file_id);
create trigger payment_file_items_fixed before update or delete on payment_file_items
  for each row execute function refuse_change();

alter table payouts
  -- The latest file that held it.
  add payment_file_id bigint references payment_files (id);
