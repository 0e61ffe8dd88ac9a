-- `AZ-2026-0412`
create or replace function show_number(prefix text, of_year integer, n integer) returns text language sql immutable parallel safe as $$
  select prefix || '-' || of_year || '-' || lpad(n::text, greatest(4, length(n::text)), '0')
$$;
