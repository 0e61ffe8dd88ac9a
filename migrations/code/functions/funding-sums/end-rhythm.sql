create or replace function end_rhythm() returns trigger language plpgsql as $$
begin
  new.is_repeated := false;
  return new;
end $$;

create or replace trigger fundings_rhythm_ends before update on fundings for each row
  when (old.is_repeated and (new.donor_id is null or not gift_stands(new.state))) execute function end_rhythm();
