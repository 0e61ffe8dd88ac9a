-- Every write to the fine counts is repeated in the usual ones.
create or replace function add_up_project_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into project_usual_counts
    select (key).*, n, cents from (
      select jsonb_populate_record(null::project_usual_key, to_jsonb(added)) as key, sum(n) as n,
        sum(missing_cents) as cents
      from added group by 1) change
    where n <> 0 or cents <> 0;
  else
    insert into project_usual_counts
    select (key).*, -n, -cents from (
      select jsonb_populate_record(null::project_usual_key, to_jsonb(removed)) as key, sum(n) as n,
        sum(missing_cents) as cents
      from removed group by 1) change
    where n <> 0 or cents <> 0;
  end if;
  return null;
end $$;

create or replace trigger project_counts_added after insert on project_counts
  referencing new table as added for each statement execute function add_up_project_counts();

create or replace trigger project_counts_removed after delete on project_counts
  referencing old table as removed for each statement execute function add_up_project_counts();
