-- Texts of which the index of words (0112) does not hold every run of letters and digits: a tag, an entity or the end of an
-- address is no word to it, and what looks like a number ends where it stops looking like one. They are few, and are read
-- beside it. Named with its schema: while an index is made, no other is looked in.
create function has_unread_words(folded text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return exists (
    select from regexp_matches(folded, '[a-z0-9]{3,}', 'g') run
    where not exists (select from unnest(public.words_of(folded)) word where strpos(word, run[1]) > 0)
  );
end $$;
create index projects_unread_words on projects (id) where has_unread_words(search_text);
