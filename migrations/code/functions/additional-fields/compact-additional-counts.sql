-- Folds the changes into the stored counts.
create or replace function compact_additional_counts() returns void language sql as $$
  with moved as (delete from additional_count_changes returning *)
  insert into additional_kept_counts as kept
  select field_id, choice, number, status, sum(n) from moved group by field_id, choice, number, status having sum(n) <> 0
  on conflict (field_id, choice, number, status) do update set n = kept.n + excluded.n;
  delete from additional_kept_counts where n = 0
$$;
