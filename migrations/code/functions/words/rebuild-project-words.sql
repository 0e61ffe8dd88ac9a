-- For callers that fill the projects without triggers, such as the benches.
create or replace function rebuild_project_words() returns void language sql as $$
  delete from lost_words;
  delete from project_words;
  insert into project_words select distinct word from projects, unnest(words_of(search_text)) word;
  delete from organization_words;
  insert into organization_words
    select distinct word from organizations, unnest(tsvector_to_array(words_in(search_text))) word;
  delete from task_words;
  insert into task_words select distinct word from reminders, unnest(tsvector_to_array(words_in(search_text))) word;
$$;
