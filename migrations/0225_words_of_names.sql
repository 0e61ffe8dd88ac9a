-- The words of organizations' names, as 0112 keeps those of projects: who mistypes one in the palette is compared with words,
-- which are few, and not with names. Words stay when their organization goes; such a word finds nothing.
create table organization_words (word text not null);
create index organization_words_by_word on organization_words (word);
create index organization_words_similar on organization_words using gin (word gin_trgm_ops);

insert into organization_words
select distinct word from organizations, unnest(words_of(title_sort)) word;

create function keep_words_of_new_organizations() returns trigger language plpgsql as $$
begin
  insert into organization_words
  select distinct word from added, unnest(words_of(added.title_sort)) word
  where not exists (select from organization_words known where known.word = word.word);
  return null;
end $$;
create trigger words_of_new_organizations after insert on organizations
  referencing new table as added for each statement execute function keep_words_of_new_organizations();

create function keep_words_of_organization() returns trigger language plpgsql as $$
begin
  insert into organization_words
  select word from unnest(words_of(new.title_sort)) word
  where not exists (select from organization_words known where known.word = word.word);
  return null;
end $$;
create trigger words_of_changed_organization after update on organizations
  for each row when (old.title_sort is distinct from new.title_sort) execute function keep_words_of_organization();

create or replace function rebuild_project_words() returns void language sql as $$
  delete from project_words;
  insert into project_words select distinct word from projects, unnest(words_of(search_text)) word;
  delete from organization_words;
  insert into organization_words select distinct word from organizations, unnest(words_of(title_sort)) word;
$$;
