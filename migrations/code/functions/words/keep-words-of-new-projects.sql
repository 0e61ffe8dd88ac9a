create or replace function keep_words_of_new_projects() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into project_words
  select distinct word from added, unnest(words_of(added.search_text)) word
  where not exists (select from project_words known where known.word = word.word);
  return null;
end $$;

create or replace trigger words_of_new_projects after insert on projects
  referencing new table as added for each statement execute function keep_words_of_new_projects();
