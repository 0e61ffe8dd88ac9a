create or replace function copy_project_of_payout() returns trigger language plpgsql as $$
begin
  select title, organization_title into new.project_title, new.organization_title
  from projects where id = new.project_id for share;
  return new;
end $$;

create or replace trigger payouts_project_copy before insert or update of project_id on payouts
  for each row execute function copy_project_of_payout();
