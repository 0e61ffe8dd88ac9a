-- Runs the statement of a list call, planned anew for its search words, inside another statement with a cached plan:
-- the number of matching rows, and the ids of one page. Its parameters are $1[1], $1[2] and so on.
create or replace function page_of(counted text, most integer, few text, statement text, given text[],
  out matching bigint, out ids bigint[])
language plpgsql stable as $$
begin
  if counted is null then
    execute statement into matching, ids using given;
    return;
  end if;
  execute counted into matching, ids using given;
  if matching <= most then
    execute few into ids using given, ids;
  else
    execute statement into ids using given;
  end if;
end $$;
