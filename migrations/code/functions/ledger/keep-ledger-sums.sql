-- Statements beside ledger rows look rows up one by one, by number, from the added rows, whatever the planner knows of
-- the tables: a session keeps the plan of its first call, and one made while the tables were nearly empty read all
-- fundings in the order of their projects, and for each of them all added rows, so that some thousand gifts in one
-- statement took minutes. A lateral query with a limit is never joined in reverse; its order is that of the primary
-- key, which therefore beats other indexes with the number; `= any (array[…])` cannot be used for a merge join. Before
-- and after of an update are combined by grouping.
create or replace function keep_ledger_sums() returns trigger language plpgsql
  -- A lookup per row works for one row as well as for thousands: a session keeps the plan of its first call.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wrong record;
begin
  if current_setting('almoner.sums_written', true) is distinct from 'yes' then
    -- The index for an updated row cannot be forced: statements that write many rows are planned anew.
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

    -- The reversed row may have been the latest.
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

    -- A gift never returns more than it brought and is never settled, paid or arrived twice, even under concurrency.
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

create or replace trigger ledger_rows_sums after insert on ledger_rows
  referencing new table as added for each statement execute function keep_ledger_sums();
