create or replace function lose_words_of_projects() returns trigger language plpgsql as $$
begin
  insert into lost_words (known, word)
  select distinct 'project_words', word from removed, unnest(words_of(removed.search_text)) word;
  return null;
end $$;

create or replace trigger words_of_removed_projects after delete on projects
  referencing old table as removed for each statement execute function lose_words_of_projects();
