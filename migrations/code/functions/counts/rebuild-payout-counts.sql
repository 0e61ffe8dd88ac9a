-- Rebuilds the counts from the payouts; writers wait meanwhile.
create or replace function rebuild_payout_counts() returns void language plpgsql as $$
begin
  lock table payouts in share row exclusive mode;
  delete from payout_counts;
  insert into payout_counts
  select (key).*, n, cents from (
    select count_key(payouts) as key, count(*) as n, sum(amount_cents) as cents
    from payouts where undone_on is null group by 1) change;
end $$;
