create or replace function copy_reminder_target() returns trigger language plpgsql as $$
begin
  if new.project_id is not null then
    select title into new.target_title from projects where id = new.project_id for key share;
  elsif new.organization_id is not null then
    select title into new.target_title from organizations where id = new.organization_id for key share;
  end if;
  return new;
end $$;

create or replace trigger reminders_target_copy before insert on reminders
  for each row execute function copy_reminder_target();
