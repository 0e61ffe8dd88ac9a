create or replace function fold_private_gift_totals() returns void language sql as $$
  select compact_counts('private_gift_totals', 'private_gift_total_key')
$$;
