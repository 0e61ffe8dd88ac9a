-- Several words of organizations and of tasks are looked for as whole words, as 0112 and 0273 have it for projects. Signs part
-- words here, so that an address is found by each of its parts and hardly a text is left that its words do not hold.
create function words_in(folded text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', translate(folded, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)));

create function has_runs_beyond(folded text, words tsvector) returns boolean language plpgsql immutable parallel safe as $$
begin
  return exists (
    select from (
      select run[1] as run from regexp_matches(folded, '[a-z0-9]{3,}', 'g') run
      except select word from unnest(tsvector_to_array(words)) word
    ) other
    where not exists (select from unnest(tsvector_to_array(words)) word where strpos(word, other.run) > 0)
  );
end $$;

create index organizations_words on organizations using gin (words_in(search_text));
create index organizations_unread_words on organizations (id) where has_runs_beyond(search_text, words_in(search_text));
create index reminders_words on reminders using gin (words_in(search_text));
create index reminders_unread_words on reminders (id) where has_runs_beyond(search_text, words_in(search_text));

create table task_words (word text not null);
create index task_words_by_word on task_words (word);
create index task_words_similar on task_words using gin (word gin_trgm_ops);

insert into task_words
select distinct word from reminders, unnest(tsvector_to_array(words_in(search_text))) word;
insert into organization_words
select distinct word from organizations, unnest(tsvector_to_array(words_in(search_text))) word
where not exists (select from organization_words known where known.word = word.word);

-- Slips of the pen are mended with words that begin alike; one with digits in it is a number, which is not mended.
create index organization_words_by_letters on organization_words (word collate "C") where word !~ '[0-9]';
create index project_words_by_letters on project_words (word collate "C") where word !~ '[0-9]';

create or replace function keep_words_of_new_organizations() returns trigger language plpgsql as $$
begin
  insert into organization_words
  select distinct word from added, unnest(tsvector_to_array(words_in(added.search_text))) word
  where not exists (select from organization_words known where known.word = word.word);
  return null;
end $$;

create or replace function keep_words_of_organization() returns trigger language plpgsql as $$
begin
  insert into organization_words
  select word from unnest(tsvector_to_array(words_in(new.search_text))) word
  where not exists (select from organization_words known where known.word = word.word);
  return null;
end $$;
drop trigger words_of_changed_organization on organizations;
create trigger words_of_changed_organization after update on organizations
  for each row when (old.search_text is distinct from new.search_text) execute function keep_words_of_organization();

create function keep_words_of_new_tasks() returns trigger language plpgsql as $$
begin
  insert into task_words
  select distinct word from added, unnest(tsvector_to_array(words_in(added.search_text))) word
  where not exists (select from task_words known where known.word = word.word);
  return null;
end $$;
create trigger words_of_new_tasks after insert on reminders
  referencing new table as added for each statement execute function keep_words_of_new_tasks();

create function keep_words_of_task() returns trigger language plpgsql as $$
begin
  insert into task_words
  select word from unnest(tsvector_to_array(words_in(new.search_text))) word
  where not exists (select from task_words known where known.word = word.word);
  return null;
end $$;
create trigger words_of_changed_task after update on reminders
  for each row when (old.search_text is distinct from new.search_text) execute function keep_words_of_task();

create or replace function rebuild_project_words() returns void language sql as $$
  delete from project_words;
  insert into project_words select distinct word from projects, unnest(words_of(search_text)) word;
  delete from organization_words;
  insert into organization_words
    select distinct word from organizations, unnest(tsvector_to_array(words_in(search_text))) word;
  delete from task_words;
  insert into task_words select distinct word from reminders, unnest(tsvector_to_array(words_in(search_text))) word;
$$;
