create or replace function keep_words_of_new_organizations() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into organization_words
  select distinct word from added, unnest(tsvector_to_array(words_in(added.search_text))) word
  where not exists (select from organization_words known where known.word = word.word);
  return null;
end $$;

create or replace trigger words_of_new_organizations after insert on organizations
  referencing new table as added for each statement execute function keep_words_of_new_organizations();
