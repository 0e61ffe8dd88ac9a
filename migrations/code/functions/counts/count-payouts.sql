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

create or replace trigger payouts_count_update after update on payouts
  referencing new table as added old table as removed for each statement execute function count_payouts();

create or replace trigger payouts_count_delete after delete on payouts
  referencing old table as removed for each statement execute function count_payouts();
