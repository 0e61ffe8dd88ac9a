-- What is written beside rows of the ledger looks rows up one by one, by their number, from what was added, whatever the
-- planner knows of the tables: a session keeps the plan of its first call, and one that was made while they were nearly empty
-- read all fundings in the order of their projects, and for each of them all that was added, so that some thousand gifts in one
-- statement took minutes. A lateral query with a limit is never joined the other way round; its order is that of the primary
-- key, which so wins against other indexes that hold the number too; `= any (array[…])` is no equality by which tables are
-- merged. Before and after of an update are put together by grouping.

create or replace function keep_ledger_sums() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wrong record;
begin
  if current_setting('almoner.sums_written', true) is distinct from 'yes' then
    -- By which index a row is found that is to be written cannot be said: what writes many at once is planned anew.
    if (select count(*) from added) > 100 then
      discard plans;
    end if;
    update projects set
      funded_cents = funded_cents + change.allocated,
      settled_cents = settled_cents + change.settled,
      paid_cents = paid_cents + change.paid,
      arrived_cents = arrived_cents + change.arrived,
      allocated_on = first_or_later_day(id, 'allocated', allocated_on, change.allocated_day),
      settled_on = first_or_later_day(id, 'settled', settled_on, change.settled_day),
      paid_on = first_or_later_day(id, 'paid', paid_on, change.paid_day),
      arrived_on = first_or_later_day(id, 'arrived', arrived_on, change.arrived_day)
    from (
      select project_id,
        sum(allocated)::bigint as allocated, max(business_day) filter (where allocated > 0) as allocated_day,
        sum(settled)::bigint as settled, max(business_day) filter (where settled > 0) as settled_day,
        sum(paid)::bigint as paid, max(business_day) filter (where paid > 0) as paid_day,
        sum(arrived)::bigint as arrived, max(business_day) filter (where arrived > 0) as arrived_day
      from (
        select funding_id, business_day,
          stage_cents('allocated', purpose, amount_cents, reverses_id) as allocated,
          stage_cents('settled', purpose, amount_cents, reverses_id) as settled,
          stage_cents('paid', purpose, amount_cents, reverses_id) as paid,
          stage_cents('arrived', purpose, amount_cents, reverses_id) as arrived
        from added where funding_id is not null
      ) row cross join lateral (select project_id from fundings where id = any (array[row.funding_id]) order by id limit 1) funding
      where (allocated, settled, paid, arrived) <> (0, 0, 0, 0)
      group by project_id order by project_id
    ) change
    where projects.id = any (array[change.project_id]);

    -- What was taken back may have been the latest.
    if exists (select 1 from added where funding_id is not null
      and (reverses_id is not null or purpose in ('refund', 'chargeback', 'claim'))) then
      update projects set
        allocated_on = case when funded_cents > 0 then stage_day(id, 'allocated') end,
        settled_on = case when settled_cents > 0 then stage_day(id, 'settled') end,
        paid_on = case when paid_cents > 0 then stage_day(id, 'paid') end,
        arrived_on = case when arrived_cents > 0 then stage_day(id, 'arrived') end
      where id = any (array(
        select project_id from added
        cross join lateral (select project_id from fundings where id = any (array[added.funding_id]) order by id limit 1) funding));
    end if;

    -- No more is returned of a gift than it brought, none is settled, paid or arrived twice, however many do so at once.
    perform from fundings where id = any (array(select funding_id from added where purpose <> 'refund_paid'))
      order by id for no key update;
    select funding.id, received, settled, paid, arrived into wrong
    from fundings funding,
    lateral (
      select sum(received_cents) as received,
        sum(stage_cents('settled', purpose, amount_cents, reverses_id)) as settled,
        sum(stage_cents('paid', purpose, amount_cents, reverses_id)) as paid,
        sum(stage_cents('arrived', purpose, amount_cents, reverses_id)) as arrived
      from ledger_rows where funding_id = funding.id
    ) booked
    where funding.id = any (array(select distinct funding_id from added where funding_id is not null))
      and (received not between 0 and funding.amount_cents or settled not between 0 and funding.amount_cents
        or paid not between 0 and settled or arrived not between 0 and paid)
    limit 1;
    if found then
      raise exception 'the rows of gift % exceed it', wrong.id using errcode = 'check_violation',
        constraint = case when wrong.settled < 0 or wrong.paid not between 0 and wrong.settled
          or wrong.arrived not between 0 and wrong.paid then 'stage_exceeded' else 'gift_exceeded' end;
    end if;

    update ledger_accounts set balance_cents = balance_cents + change.cents
    from (
      select account_id, sum(cents)::bigint as cents
      from (
        select debit_account_id as account_id, amount_cents as cents from added
        union all
        select credit_account_id, -amount_cents from added
      ) side
      group by account_id having sum(cents) <> 0 order by account_id
    ) change
    where ledger_accounts.id = any (array[change.account_id]) and not is_shared;
  end if;

  insert into ledger_day_balances
  select account_id, business_day, sum(cents)
  from (
    select debit_account_id as account_id, business_day, sum(amount_cents) as cents from added group by 1, 2
    union all
    select credit_account_id, business_day, -sum(amount_cents) from added group by 1, 2
  ) side
  where (select is_shared from ledger_accounts where id = any (array[side.account_id]) order by id limit 1)
  group by 1, 2 having sum(cents) <> 0;

  insert into funding_totals (business_day, posted_on, funding_type, company_id, cents, settled_cents, paid_cents,
    arrived_cents, refunded_cents)
  select * from (
    select added.business_day, posted_on, funding_type, company_id, sum(received_cents) as allocated,
      sum(stage_cents('settled', purpose, added.amount_cents, added.reverses_id)) as settled,
      sum(stage_cents('paid', purpose, added.amount_cents, added.reverses_id)) as paid,
      sum(stage_cents('arrived', purpose, added.amount_cents, added.reverses_id)) as arrived,
      sum(refunded_cents(purpose, added.amount_cents, added.reverses_id)) as refunded
    from added
    cross join lateral (
      select (created_at at time zone 'Europe/Berlin')::date as posted_on from ledger_transactions
      where id = any (array[added.transaction_id]) order by id limit 1) entry
    cross join lateral (
      select funding_type, company_id from fundings where id = any (array[added.funding_id]) order by id limit 1) funding
    group by 1, 2, 3, 4
  ) day where (allocated, settled, paid, arrived, refunded) <> (0, 0, 0, 0, 0);
  return null;
end $$;

create or replace function note_organization_sums() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into organization_sums_to_keep
  select * from (
    select organization_id, added.business_day, posted_on,
      sum(received_cents) as allocated,
      sum(stage_cents('settled', purpose, added.amount_cents, added.reverses_id)) as settled,
      sum(stage_cents('paid', purpose, added.amount_cents, added.reverses_id)) as paid,
      sum(stage_cents('arrived', purpose, added.amount_cents, added.reverses_id)) as arrived,
      sum(refunded_cents(purpose, added.amount_cents, added.reverses_id)) as refunded
    from added
    cross join lateral (
      select (created_at at time zone 'Europe/Berlin')::date as posted_on from ledger_transactions
      where id = any (array[added.transaction_id]) order by id limit 1) entry
    cross join lateral (select project_id from fundings where id = any (array[added.funding_id]) order by id limit 1) funding
    cross join lateral (
      select organization_id from projects where id = any (array[funding.project_id]) order by id limit 1) project
    group by 1, 2, 3
  ) day where (allocated, settled, paid, arrived, refunded) <> (0, 0, 0, 0, 0);
  return null;
end $$;

create or replace function note_gifts() returns trigger language plpgsql
  -- Looking each row up is right for one row as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into gifts_to_keep (funding_id, business_day, posted_on)
  select added.funding_id, added.business_day, posted_on
  from added
  cross join lateral (
    select (created_at at time zone 'Europe/Berlin')::date as posted_on from ledger_transactions
    where id = any (array[added.transaction_id]) order by id limit 1) entry
  where added.purpose = 'gift' and added.reverses_id is null;
  return null;
end $$;

create or replace function refuse_removed_project() returns trigger language plpgsql
  set enable_seqscan = off as $$
begin
  if exists (select from added where (select status from projects where id = any (array[added.project_id]) order by id limit 1) = 4) then
    raise exception 'the project was removed' using errcode = 'foreign_key_violation', constraint = 'target_removed';
  end if;
  return null;
end $$;
create or replace function refuse_removed_organization() returns trigger language plpgsql
  set enable_seqscan = off as $$
begin
  if exists (select from added
    where (select status from organizations where id = any (array[added.organization_id]) order by id limit 1) = 4) then
    raise exception 'the organization was removed' using errcode = 'foreign_key_violation', constraint = 'target_removed';
  end if;
  return null;
end $$;

create or replace function forget_gift_sets_of_gifts() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  select array_agg(id) into ids
  from (select id, donor_id, undone_on from added except select id, donor_id, undone_on from removed) changed;
  if ids is not null then
    perform forget_gift_sets(ids);
  end if;
  return null;
end $$;

create or replace function note_private_gifts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into private_gift_totals
    select state, channel, is_repeated, returned_cents > 0, count(*), sum(amount_cents), sum(returned_cents)
    from added where number is not null group by 1, 2, 3, 4;
    insert into rhythms_to_keep
    select distinct donor_id, project_id, amount_cents from added
    where number is not null and donor_id is not null and gift_stands(state);
  elsif tg_op = 'DELETE' then
    insert into private_gift_totals
    select state, channel, is_repeated, returned_cents > 0, -count(*), -sum(amount_cents), -sum(returned_cents)
    from removed where number is not null group by 1, 2, 3, 4;
  else
    insert into private_gift_totals
    select state, channel, is_repeated, is_returned, sum(one), sum(one * amount_cents), sum(one * returned_cents)
    from (
      select 1 as one, state, channel, is_repeated, returned_cents > 0 as is_returned, amount_cents, returned_cents
      from added where number is not null
      union all
      select -1, state, channel, is_repeated, returned_cents > 0, amount_cents, returned_cents
      from removed where number is not null
    ) moved
    group by 1, 2, 3, 4 having (sum(one), sum(one * amount_cents), sum(one * returned_cents)) <> (0, 0, 0);
    insert into rhythms_to_keep
    select distinct donor_id, project_id, amount_cents
    from (
      select 1 as one, id, donor_id, project_id, amount_cents, received_on, gift_stands(state) as stands
      from added where number is not null
      union all
      select -1, id, donor_id, project_id, amount_cents, received_on, gift_stands(state)
      from removed where number is not null
    ) moved
    where donor_id is not null
    group by id, donor_id, project_id, amount_cents, received_on, stands having sum(one) <> 0;
  end if;
  return null;
end $$;
