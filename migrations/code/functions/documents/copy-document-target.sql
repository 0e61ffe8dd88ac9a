create or replace function copy_document_target() returns trigger language plpgsql as $$
begin
  if new.project_id is not null then
    select title into new.target_title from projects where id = new.project_id for key share;
  else
    select title into new.target_title from organizations where id = new.organization_id for key share;
  end if;
  return new;
end $$;

create or replace trigger documents_target_copy before insert on documents
  for each row execute function copy_document_target();
