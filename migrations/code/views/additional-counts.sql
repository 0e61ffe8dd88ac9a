create or replace view additional_counts as
  select field_id, choice, number, status, n from additional_kept_counts
  union all
  select field_id, choice, number, status, n from additional_count_changes;
