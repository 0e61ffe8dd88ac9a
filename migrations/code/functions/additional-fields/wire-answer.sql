-- An answer in its wire format; for texts the first characters, or with null all of them.
create or replace function wire_answer(type text, words text, choice text, number bigint, letters integer) returns jsonb
  language sql immutable parallel safe as $$
  select case
    when type = 'boolean' then to_jsonb(choice = 'yes')
    when type = 'day' then to_jsonb(date '1970-01-01' + number::integer)
    when number is not null then to_jsonb(number)
    else to_jsonb(coalesce(choice, left(words, letters), words))
  end
$$;
