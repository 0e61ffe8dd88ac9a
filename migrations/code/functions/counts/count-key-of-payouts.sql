-- The count key of a payout.
create or replace function count_key(payout payouts) returns payout_count_key language sql immutable parallel safe as $$
  select row(payout.state_key, payout.funding_type, payout.has_arrived)::payout_count_key
$$;

-- After a change:
select rebuild_payout_counts();
