-- The oldest date of a notice (or certificate) that still counts on a day, by the period of that name in force then.
-- Subtracting months may end on the last day of a shorter month, from which adding them does not return to the day.
create or replace function oldest_valid_proof(period_key text, today date) returns date language plpgsql stable as $$
declare
  period interval;
  oldest date;
begin
  select make_interval(months => value) into period from dated_settings
  where key = period_key and valid_from <= today order by valid_from desc limit 1;
  oldest := (today - period)::date;
  return case when (oldest + period)::date < today then oldest + 1 else oldest end;
end $$;
