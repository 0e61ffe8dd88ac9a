-- Creates every company's general budget with it.
create or replace function add_general_budget() returns trigger language plpgsql as $$
begin
  insert into budgets (slug, company_id, is_general, created_at)
  values ('b-' || left(replace(gen_random_uuid()::text, '-', ''), 16), new.id, true, new.created_at);
  return null;
end $$;

create or replace trigger companies_general_budget after insert on companies
  for each row execute function add_general_budget();
