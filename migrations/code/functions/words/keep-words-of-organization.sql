create or replace function keep_words_of_organization() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into organization_words
  select word from unnest(tsvector_to_array(words_in(new.search_text))) word
  where not exists (select from organization_words known where known.word = word.word);
  insert into lost_words (known, word)
  select 'organization_words', word from unnest(tsvector_to_array(words_in(old.search_text))) word
  where word <> all (tsvector_to_array(words_in(new.search_text)));
  return null;
end $$;

create or replace trigger words_of_changed_organization after update on organizations
  for each row when (old.search_text is distinct from new.search_text) execute function keep_words_of_organization();
