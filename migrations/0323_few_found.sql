-- A search counts what it finds and notes the ids in one look. Where they are few, the page is put in order from them, and the
-- rows are not looked for a second time; where they are many, it is read as before. `counted` selects number and ids, `few` the
-- page's ids of those in $2, `statement` the page's ids; without `counted` it selects the number as well.
drop function page_of(text, text[]);

create function page_of(counted text, most integer, few text, statement text, given text[],
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
