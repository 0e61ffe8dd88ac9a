-- A project that changes its status moves its answers. Before and after are combined by grouping: a join would compare
-- 10,000 projects of one statement with 10,000.
create or replace function move_additional_counts() returns trigger language plpgsql as $$
begin
  if not exists (select from additional_fields) then
    return null;
  end if;
  insert into additional_count_changes
  select field_id, choice, number, status, sum(one)
  from (
    select id, status, sum(one) as one
    from (select id, status, 1 as one from added union all select id, status, -1 from removed) side
    group by id, status having sum(one) <> 0
  ) moved
  cross join lateral (
    select field_id, choice, number from additional_answers where project_id = moved.id offset 0) answer
  group by field_id, choice, number, status;
  return null;
end $$;

create or replace trigger projects_additional_counts after update on projects
  referencing new table as added old table as removed for each statement execute function move_additional_counts();
