-- Rebuilds fine and usual counts, whether triggers are on or off.
create or replace function rebuild_project_counts() returns void language plpgsql as $$
begin
  lock table projects in share row exclusive mode;
  delete from project_counts;
  insert into project_counts
  select (key).*, n, cents from (
    select count_key(projects) as key, count(*) as n, sum(missing_cents(projects)) as cents from projects group by 1) change;
  delete from project_usual_counts;
  insert into project_usual_counts
  select (key).*, n, cents from (
    select jsonb_populate_record(null::project_usual_key, to_jsonb(counts)) as key, sum(n) as n, sum(missing_cents) as cents
    from project_counts counts group by 1) change;
end $$;
