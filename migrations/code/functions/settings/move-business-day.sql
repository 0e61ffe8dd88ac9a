create or replace function move_business_day(today date) returns void language plpgsql as $$
declare was date;
begin
  -- Nearly every call finds the day already right and takes no lock.
  if (select day from business_day where id = 1) = today then return; end if;
  select day into was from business_day where id = 1 for update;
  if was = today then return; end if;
  update business_day set day = today where id = 1;
  update projects set is_ended = (ends_on < today)
  where ends_on is not null and ends_on >= least(was, today) and ends_on < greatest(was, today)
    and is_ended is distinct from (ends_on < today);
end $$;
