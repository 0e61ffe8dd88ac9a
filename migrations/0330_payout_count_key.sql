-- Of payouts, too, one function says which key a row has, and one counts what came, went or changed (0012). What an undone
-- import brought is not counted (0130).

create function count_key(payout payouts) returns payout_count_key language sql immutable parallel safe as $$
  select row(payout.state_key, payout.funding_type, payout.has_arrived)::payout_count_key
$$;

create or replace function count_payouts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payout_counts
    select (key).*, n, cents from (
      select count_key(row(added.*)::payouts) as key, count(*) as n, sum(amount_cents) as cents
      from added where undone_on is null group by 1) change;
  elsif tg_op = 'DELETE' then
    insert into payout_counts
    select (key).*, -n, -cents from (
      select count_key(row(removed.*)::payouts) as key, count(*) as n, sum(amount_cents) as cents
      from removed where undone_on is null group by 1) change;
  else
    insert into payout_counts
    select (key).*, n, cents from (
      select key, sum(one) as n, sum(one * cents) as cents from (
        select 1 as one, count_key(row(added.*)::payouts) as key, amount_cents as cents from added where undone_on is null
        union all
        select -1, count_key(row(removed.*)::payouts), amount_cents from removed where undone_on is null
      ) moved group by 1) change
    where n <> 0 or cents <> 0;
  end if;
  return null;
end $$;

create or replace trigger payouts_count_insert after insert on payouts
  referencing new table as added for each statement execute function count_payouts();
create or replace trigger payouts_count_delete after delete on payouts
  referencing old table as removed for each statement execute function count_payouts();
drop function count_added_payouts();
drop function count_removed_payouts();

-- The counts made anew from the payouts; writers wait meanwhile.
create function rebuild_payout_counts() returns void language plpgsql as $$
begin
  lock table payouts in share row exclusive mode;
  delete from payout_counts;
  insert into payout_counts
  select (key).*, n, cents from (
    select count_key(payouts) as key, count(*) as n, sum(amount_cents) as cents
    from payouts where undone_on is null group by 1) change;
end $$;
