-- The oldest dates on which a notice or a certificate still counts stand beside the business day: worked out when the day
-- or a period changes, not for each list that shows proofs.

alter table business_day
  add oldest_notice date,
  add oldest_art60a date;

create function keep_proof_days() returns trigger language plpgsql as $$
begin
  new.oldest_notice := oldest_valid_proof('exemption_notice_months', new.day);
  new.oldest_art60a := oldest_valid_proof('exemption_art60a_months', new.day);
  return new;
end $$;
create trigger business_day_proof_days before insert or update on business_day
  for each row execute function keep_proof_days();

create function follow_periods() returns trigger language plpgsql as $$
begin
  update business_day set day = day where id = 1;
  return null;
end $$;
create trigger dated_settings_proof_days after insert or update or delete on dated_settings
  for each statement execute function follow_periods();

update business_day set day = day;

alter table business_day
  alter oldest_notice set not null,
  alter oldest_art60a set not null;
