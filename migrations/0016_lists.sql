-- Runs the statement that a list call is asked for, planned anew for its words, inside another statement whose plan is
-- kept: how many rows match, and the ids of one page. Its parameters are $1[1], $1[2] and so on.
create function page_of(statement text, given text[], out matching bigint, out ids bigint[])
  language plpgsql stable as $$
begin
  execute statement into matching, ids using given;
end $$;
