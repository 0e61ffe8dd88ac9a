-- Statuses are looked up one by one: PostgreSQL keeps the plan of a trigger's statement, and one that joins all projects would
-- be kept for a single answer.
create or replace function count_additional_answers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into additional_count_changes
    select field_id, choice, number, (select status from projects where id = project_id), count(*) from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into additional_count_changes
    select field_id, choice, number, (select status from projects where id = project_id), -count(*) from removed
    group by 1, 2, 3, 4;
  else
    insert into additional_count_changes
    select field_id, choice, number, (select status from projects where id = project_id), sum(one) from (
      select field_id, choice, number, project_id, 1 as one from added
      union all
      select field_id, choice, number, project_id, -1 from removed
    ) moved
    group by 1, 2, 3, 4 having sum(one) <> 0;
  end if;
  return null;
end $$;

create or replace trigger additional_answers_count_insert after insert on additional_answers
  referencing new table as added for each statement execute function count_additional_answers();

create or replace trigger additional_answers_count_update after update on additional_answers
  referencing new table as added old table as removed for each statement execute function count_additional_answers();

create or replace trigger additional_answers_count_delete after delete on additional_answers
  referencing old table as removed for each statement execute function count_additional_answers();
