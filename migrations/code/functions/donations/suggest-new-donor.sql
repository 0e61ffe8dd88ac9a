create or replace function suggest_new_donor() returns trigger language plpgsql as $$
begin
  perform suggest_donors(new.id);
  return null;
end $$;

create or replace trigger donors_suggest after insert on donors for each row execute function suggest_new_donor();
