create or replace function keep_proof_days() returns trigger language plpgsql as $$
begin
  new.oldest_notice := oldest_valid_proof('exemption_notice_months', new.day);
  new.oldest_art60a := oldest_valid_proof('exemption_art60a_months', new.day);
  return new;
end $$;

create or replace trigger business_day_proof_days before insert or update on business_day
  for each row execute function keep_proof_days();
