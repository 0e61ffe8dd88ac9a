-- Organizations, projects, what they need and what they received.

-- The LIKE pattern for "contains this word". Escaped after folding, which may itself bring forth a wildcard (％ becomes %).
create function search_pattern(word text) returns text
  language sql immutable parallel safe strict
  return '%' || pg_catalog.regexp_replace(public.fold(word), '([\\%_])', '\\\1', 'g') || '%';

create table internal_statuses (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('project', 'organization')),
  slug text not null,
  title text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  unique (subject, slug)
);
create unique index internal_statuses_title on internal_statuses (subject, fold(title));

create table individual_bank_accounts (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  iban text not null,
  version integer not null default 1,
  created_at timestamptz not null
);

create table companies (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  version integer not null default 1,
  created_at timestamptz not null
);

create table organizations (
  id bigint generated always as identity primary key,
  -- Compared by bytes, so that the index finds all slugs with one beginning.
  slug text collate "C" not null unique,
  title text not null,
  preview_token text not null unique,
  email_contact text not null default '',
  description text not null default '',
  website text not null default '',
  phone text not null default '',
  street text not null default '',
  postcode text not null default '',
  city text not null default '',
  country text not null default 'DE',
  register_number text not null default '',
  bank_account_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  tax_office text not null default '',
  tax_number text not null default '',
  exemption_kind text not null default 'none' check (exemption_kind in ('notice', 'art60a', 'public_body', 'none')),
  exemption_date date,
  exemption_purposes text not null default '',
  status smallint not null default 1 check (status in (1, 2, 3)),
  previous_status smallint,
  review_status smallint,
  content_review_status smallint,
  nonprofit_review_status smallint,
  voting_review_status smallint,
  needs_review boolean not null default false,
  needs_voting_review boolean not null default false,
  internal_status_id bigint references internal_statuses (id),
  import_key text unique,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (exemption_kind not in ('notice', 'art60a') or exemption_date is not null),
  title_sort text collate "C" generated always as (fold(title)) stored,
  search_text text generated always as (fold(title || ' ' || email_contact || ' ' || city || ' ' || register_number)) stored,
  can_receive boolean generated always as (status = 2 and coalesce(review_status in (2, 4), false)) stored
);
create index organizations_search on organizations using gin (search_text gin_trgm_ops);
create index organizations_created on organizations (created_at, id) include (status);
create index organizations_title on organizations (title_sort, id) include (status);
create index organizations_internal_status on organizations (internal_status_id);

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

-- What a project needs; its target is their sum.
create table needs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  title text not null,
  amount_cents bigint not null check (amount_cents > 0),
  position integer not null
);
create index needs_by_project on needs (project_id, position);

-- Decisions of reviewers, kept for good; taking one back is a decision of its own with outcome null.
create table review_decisions (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('project', 'organization')),
  subject_id bigint not null,
  kind text not null check (kind in ('review', 'content', 'voting', 'nonprofit')),
  outcome smallint,
  previous_outcome smallint,
  reason text not null default '',
  decided_by bigint references users (id),
  decided_at timestamptz not null
);
create index review_decisions_by_subject on review_decisions (subject, subject_id, id desc);
create trigger review_decisions_append_only before update on review_decisions
  for each row execute function refuse_change();

-- The ledger: append-only double entry (product.md §4). A transaction is one or more rows.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null unique,
  project_id bigint references projects (id)
);
create index ledger_accounts_by_project on ledger_accounts (project_id);

create table fundings (
  id bigint generated always as identity primary key,
  slug text not null unique,
  project_id bigint not null references projects (id),
  funding_type smallint not null check (funding_type in (1, 2, 3, 4)),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('pledged', 'confirmed', 'settled', 'paid_out', 'failed', 'expired', 'reversed', 'recovery_open', 'recovered')),
  received_on date not null,
  source text not null,
  note text not null default '',
  import_key text unique,
  created_by bigint references users (id),
  created_at timestamptz not null
);
create index fundings_by_project on fundings (project_id, received_on desc, id desc);

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  business_date date not null,
  note text not null default '',
  reverses_id bigint unique references ledger_transactions (id),
  created_by bigint references users (id),
  created_at timestamptz not null
);

create table ledger_rows (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  debit_account_id bigint not null references ledger_accounts (id),
  credit_account_id bigint not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- Set on the rows that make or unmake a gift: what a project received is the sum of these.
  funding_id bigint references fundings (id),
  reverses_id bigint unique references ledger_rows (id),
  check (debit_account_id <> credit_account_id)
);
create index ledger_rows_by_debit on ledger_rows (debit_account_id, id);
create index ledger_rows_by_credit on ledger_rows (credit_account_id, id);
create index ledger_rows_by_transaction on ledger_rows (transaction_id);
create index ledger_rows_by_funding on ledger_rows (funding_id);

create trigger ledger_rows_append_only before update or delete on ledger_rows
  for each row execute function refuse_change();
create trigger ledger_rows_no_truncate before truncate on ledger_rows
  for each statement execute function refuse_change();
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_transactions_no_truncate before truncate on ledger_transactions
  for each statement execute function refuse_change();

-- A reversal mirrors exactly the row it points at.
create function check_reversal() returns trigger language plpgsql as $$
begin
  if new.reverses_id is not null and not exists (
    select 1 from ledger_rows reversed
    where reversed.id = new.reverses_id
      and reversed.debit_account_id = new.credit_account_id
      and reversed.credit_account_id = new.debit_account_id
      and reversed.amount_cents = new.amount_cents
      and reversed.funding_id is not distinct from new.funding_id
      and reversed.reverses_id is null
  ) then
    raise exception 'a reversal must mirror the row it reverses' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_rows_reversal before insert on ledger_rows
  for each row when (new.reverses_id is not null) execute function check_reversal();

-- The balance of a project, kept in the transaction of the ledger row itself.
create function keep_project_balance() returns trigger language plpgsql as $$
begin
  update projects set funded_cents = funded_cents + change.cents
  from (
    select account.project_id, sum(moved.cents)::bigint as cents
    from (
      select credit_account_id as account_id, amount_cents as cents from added where funding_id is not null
      union all
      select debit_account_id, -amount_cents from added where funding_id is not null
    ) moved
    join ledger_accounts account on account.id = moved.account_id
    where account.project_id is not null
    group by account.project_id
    having sum(moved.cents) <> 0
  ) change
  where projects.id = change.project_id;
  return null;
end $$;
create trigger ledger_rows_balance after insert on ledger_rows
  referencing new table as added for each statement execute function keep_project_balance();

-- Needs make the target, and are frozen after the first ledger row.
create function refuse_frozen_needs() returns trigger language plpgsql as $$
declare project bigint := case when tg_op = 'DELETE' then old.project_id else new.project_id end;
begin
  if tg_op = 'UPDATE' and old.title = new.title and old.amount_cents = new.amount_cents and old.project_id = new.project_id then
    return new;
  end if;
  if exists (
    select 1 from ledger_accounts account
    where account.project_id = project
      and (exists (select 1 from ledger_rows where credit_account_id = account.id)
        or exists (select 1 from ledger_rows where debit_account_id = account.id))
  ) then
    raise exception 'needs are frozen once money has come in' using errcode = 'restrict_violation', constraint = 'needs_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger needs_frozen before insert or update or delete on needs
  for each row execute function refuse_frozen_needs();

create function keep_project_target() returns trigger language plpgsql as $$
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

-- Whether a project has ended depends on the business day. The application moves the day (never the database's own
-- clock), and only the projects between the two days change.
create table business_day (
  id integer primary key check (id = 1),
  day date not null
);
insert into business_day (id, day) values (1, '1900-01-01');

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
  n bigint not null
);

create function count_projects() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into project_counts
    select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
      coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
      coalesce(internal_status_id, 0), count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  elsif tg_op = 'DELETE' then
    insert into project_counts
    select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
      coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
      coalesce(internal_status_id, 0), -count(*)
    from removed group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  else
    insert into project_counts
    select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
      coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
      coalesce(internal_status_id, 0), sum(change)
    from (select *, 1 as change from added union all select *, -1 from removed) moved
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    having sum(change) <> 0;
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
    financing, is_banned, funding_key, internal_status_id, sum(n)
  from moved group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(n) <> 0;
$$;

-- The counts made anew from the projects; writers wait meanwhile.
create function rebuild_project_counts() returns void language plpgsql as $$
begin
  lock table projects in share row exclusive mode;
  delete from project_counts;
  insert into project_counts
  select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
    coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
    coalesce(internal_status_id, 0), count(*)
  from projects group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
end $$;
