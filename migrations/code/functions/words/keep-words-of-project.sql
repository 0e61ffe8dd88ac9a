-- Notes new words of a changed project, and those it no longer has.
create or replace function keep_words_of_project() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into project_words
  select word from unnest(words_of(new.search_text)) word
  where not exists (select from project_words known where known.word = word.word);
  insert into lost_words (known, word)
  select 'project_words', word from unnest(words_of(old.search_text)) word
  where word <> all (words_of(new.search_text));
  return null;
end $$;

create or replace trigger words_of_changed_project after update on projects
  for each row when (old.search_text is distinct from new.search_text) execute function keep_words_of_project();
