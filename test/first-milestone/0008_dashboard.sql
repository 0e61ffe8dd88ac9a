-- What the start page sums up, kept so that it need not be summed from millions of rows.

-- Since when a review is waited for. The change that sets the flag stamps it with its own time (updated_at).
alter table projects add column needs_donation_review_since timestamptz;
alter table projects add column needs_voting_review_since timestamptz;

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

-- Every change wrote an audit event. So a flag that no event speaks of is as old as its project, one whose last word is
-- "set" as old as that event; where the events say otherwise, nobody knows since when, and it stays null.
create function flagged_since(project bigint, flag text, created timestamptz) returns timestamptz language sql stable as $$
  select case
    when not exists (
      select 1 from audit_events
      where object_type = 'project' and object_id = project and (after ? flag or before ? flag)
    ) then created
    else (
      select case when after ->> flag = 'true' then at end from audit_events
      where object_type = 'project' and object_id = project and after ? flag
      order by id desc limit 1
    )
  end
$$;
update projects set
  needs_donation_review_since = case when needs_donation_review
    then flagged_since(id, 'needs_donation_review', created_at) end,
  needs_voting_review_since = case when needs_voting_review
    then flagged_since(id, 'needs_voting_review', created_at) end
where needs_donation_review or needs_voting_review;
drop function flagged_since(bigint, text, timestamptz);

create index projects_needs_review on projects (least(needs_donation_review_since, needs_voting_review_since), id)
  where status <> 3 and (needs_donation_review or needs_voting_review);

-- The kept counts also keep what the counted projects still need, in cents.
alter table project_counts add column missing_cents bigint not null default 0;

create or replace function count_projects() returns trigger language plpgsql as $$
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

create or replace function compact_project_counts() returns void language sql as $$
  with moved as (delete from project_counts returning *)
  insert into project_counts
  select status, review_status, needs_donation_review, content_review_status, voting_review_status, needs_voting_review,
    financing, is_banned, funding_key, internal_status_id, sum(n), sum(missing_cents)
  from moved group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(n) <> 0 or sum(missing_cents) <> 0;
$$;

create or replace function rebuild_project_counts() returns void language plpgsql as $$
begin
  lock table projects in share row exclusive mode;
  delete from project_counts;
  insert into project_counts
  select status, coalesce(review_status, 0), needs_donation_review, coalesce(content_review_status, 0),
    coalesce(voting_review_status, 0), needs_voting_review, coalesce(financing, 0), is_banned, funding_key,
    coalesce(internal_status_id, 0), count(*), sum(greatest(0, target_cents - funded_cents))
  from projects group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
end $$;
select rebuild_project_counts();

-- What projects received per business day and funding type: the ledger's gifts less its reversals, in cents. Appended
-- by the ledger row's own statement, like the counts, and folded together by compact_funding_totals().
create table funding_totals (
  business_date date not null,
  funding_type smallint not null,
  cents bigint not null
);
create index funding_totals_day on funding_totals (business_date);

create function total_fundings() returns trigger language plpgsql as $$
begin
  insert into funding_totals
  select entry.business_date, funding.funding_type, sum(moved.cents)
  from (
    select transaction_id, funding_id, credit_account_id as account_id, amount_cents as cents
    from added where funding_id is not null
    union all
    select transaction_id, funding_id, debit_account_id, -amount_cents from added where funding_id is not null
  ) moved
  join ledger_accounts account on account.id = moved.account_id
  join ledger_transactions entry on entry.id = moved.transaction_id
  join fundings funding on funding.id = moved.funding_id
  where account.project_id is not null
  group by 1, 2
  having sum(moved.cents) <> 0;
  return null;
end $$;
create trigger ledger_rows_totals after insert on ledger_rows
  referencing new table as added for each statement execute function total_fundings();

create function compact_funding_totals() returns void language sql as $$
  with moved as (delete from funding_totals returning *)
  insert into funding_totals
  select business_date, funding_type, sum(cents) from moved group by 1, 2 having sum(cents) <> 0;
$$;

-- The totals made anew from the ledger; writers wait meanwhile.
create function rebuild_funding_totals() returns void language plpgsql as $$
begin
  lock table ledger_rows in share row exclusive mode;
  delete from funding_totals;
  insert into funding_totals
  select entry.business_date, funding.funding_type, sum(moved.cents)
  from (
    select transaction_id, funding_id, credit_account_id as account_id, amount_cents as cents
    from ledger_rows where funding_id is not null
    union all
    select transaction_id, funding_id, debit_account_id, -amount_cents from ledger_rows where funding_id is not null
  ) moved
  join ledger_accounts account on account.id = moved.account_id
  join ledger_transactions entry on entry.id = moved.transaction_id
  join fundings funding on funding.id = moved.funding_id
  where account.project_id is not null
  group by 1, 2
  having sum(moved.cents) <> 0;
end $$;
select rebuild_funding_totals();
