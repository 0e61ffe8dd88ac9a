create or replace function keep_words_of_task() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into task_words
  select word from unnest(tsvector_to_array(words_in(new.search_text))) word
  where not exists (select from task_words known where known.word = word.word);
  insert into lost_words (known, word)
  select 'task_words', word from unnest(tsvector_to_array(words_in(old.search_text))) word
  where word <> all (tsvector_to_array(words_in(new.search_text)));
  return null;
end $$;

create or replace trigger words_of_changed_task after update on reminders
  for each row when (old.search_text is distinct from new.search_text) execute function keep_words_of_task();
