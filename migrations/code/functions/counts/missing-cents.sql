create or replace function missing_cents(project projects) returns bigint language sql immutable parallel safe as $$
  select greatest(0, project.target_cents - project.funded_cents)
$$;
