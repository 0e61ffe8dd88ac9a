create or replace function keep_words_of_new_tasks() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into task_words
  select distinct word from added, unnest(tsvector_to_array(words_in(added.search_text))) word
  where not exists (select from task_words known where known.word = word.word);
  return null;
end $$;

create or replace trigger words_of_new_tasks after insert on reminders
  referencing new table as added for each statement execute function keep_words_of_new_tasks();
