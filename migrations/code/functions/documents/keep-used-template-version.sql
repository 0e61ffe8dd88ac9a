create or replace function keep_used_template_version() returns trigger language plpgsql as $$
begin
  if old.made > 0 and (tg_op = 'DELETE' or old.sha256 <> new.sha256 or old.mapping <> new.mapping
    or old.valid_from <> new.valid_from or new.made < old.made or new.state <> old.state) then
    raise exception 'a version that has made a document stays as it is';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace trigger document_template_versions_kept before update or delete on document_template_versions
  for each row execute function keep_used_template_version();
