-- An empty stage has no day. When it is reached again, a later day of money that went back earlier counts as it does
-- beside other gifts: the day is computed anew.
create or replace function first_or_later_day(project bigint, stage text, known date, reached date) returns date language sql stable as $$
  select case when reached is null then known
    when known is null then stage_day(project, stage)
    else greatest(known, reached) end
$$;
