-- The words of project titles and of who stands behind them. A bank's text is compared with these, which are few, and the
-- words that are meant find the projects. Words stay when their project goes; one that came twice at once is there twice,
-- so that nobody who names a project waits for somebody else who does.
create table project_words (word text not null);
create index project_words_by_word on project_words (word);
create index project_words_similar on project_words using gin (word gin_trgm_ops);

create function words_of(folded text) returns text[] language sql immutable parallel safe
  return tsvector_to_array(to_tsvector('simple', folded));

create index projects_words on projects using gin (to_tsvector('simple', search_text));

insert into project_words
select distinct word from projects, unnest(words_of(search_text)) word;

create function keep_words_of_new_projects() returns trigger language plpgsql as $$
begin
  insert into project_words
  select distinct word from added, unnest(words_of(added.search_text)) word
  where not exists (select from project_words known where known.word = word.word);
  return null;
end $$;
create trigger words_of_new_projects after insert on projects
  referencing new table as added for each statement execute function keep_words_of_new_projects();

create function keep_words_of_project() returns trigger language plpgsql as $$
begin
  insert into project_words
  select word from unnest(words_of(new.search_text)) word
  where not exists (select from project_words known where known.word = word.word);
  return null;
end $$;
create trigger words_of_changed_project after update on projects
  for each row when (old.search_text is distinct from new.search_text) execute function keep_words_of_project();

