-- Forces the gifts of the project first and their rows second, whatever the planner assumes about unanalysed tables:
-- otherwise the first gifts of thousands of projects in one statement scanned all rows for each of them. `reverses_id
-- is null` would be such a path too: its index holds the nulls of all rows.
create or replace function stage_day(project bigint, stage text) returns date language sql stable as $$
  select max(reached.business_day)
  from ledger_rows reached
  where reached.funding_id = any (array(select id from fundings where project_id = project))
    and coalesce(reached.reverses_id, 0) = 0
    and stage_cents(stage, reached.purpose, reached.amount_cents, null) > 0
    and (select undone.id from ledger_rows undone where undone.reverses_id = reached.id) is null
$$;
