-- Rebuilds the counts from the answers; writers wait meanwhile.
create or replace function rebuild_additional_counts() returns void language plpgsql as $$
begin
  lock table additional_answers in share row exclusive mode;
  delete from additional_count_changes;
  delete from additional_kept_counts;
  insert into additional_kept_counts
  select field_id, choice, number, status, count(*) from additional_answers join projects on projects.id = project_id
  group by field_id, choice, number, status;
end $$;
