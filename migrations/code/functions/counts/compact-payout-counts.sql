create or replace function compact_payout_counts() returns void language sql as $$
  select compact_counts('payout_counts', 'payout_count_key')
$$;
