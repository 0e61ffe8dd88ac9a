create or replace function compact_project_counts() returns void language sql as $$
  select compact_counts('project_counts', 'project_count_key');
  select compact_counts('project_usual_counts', 'project_usual_key')
$$;
