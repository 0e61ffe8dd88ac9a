create or replace function follow_periods() returns trigger language plpgsql as $$
begin
  update business_day set day = day where id = 1;
  return null;
end $$;

create or replace trigger dated_settings_proof_days after insert or update or delete on dated_settings
  for each statement execute function follow_periods();
