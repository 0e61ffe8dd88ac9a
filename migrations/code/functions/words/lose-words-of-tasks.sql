create or replace function lose_words_of_tasks() returns trigger language plpgsql as $$
begin
  insert into lost_words (known, word)
  select distinct 'task_words', word from removed, unnest(tsvector_to_array(words_in(removed.search_text))) word;
  return null;
end $$;

create or replace trigger words_of_removed_tasks after delete on reminders
  referencing old table as removed for each statement execute function lose_words_of_tasks();
