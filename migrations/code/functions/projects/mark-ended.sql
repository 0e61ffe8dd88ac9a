create or replace function mark_ended() returns trigger language plpgsql as $$
begin
  new.is_ended := coalesce(new.ends_on < (select day from business_day), false);
  return new;
end $$;

create or replace trigger projects_ended before insert or update of ends_on on projects
  for each row execute function mark_ended();
