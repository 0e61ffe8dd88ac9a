-- The words of 0112, 0225 and 0275 go when the last row that has them goes or changes: parts of somebody's address are among them.
-- What a row no longer has waits here for the nightly sweep (words-that-go.ts), which looks whether another row has it still.
create table lost_words (
  id bigint generated always as identity primary key,
  known text not null check (known in ('project_words', 'organization_words', 'task_words')),
  word text not null
);

-- Whoever adds words holds this lock together with all others who do; the sweep takes it for itself, where nobody has it, so that
-- no word goes that a row on its way has found to be known (advisoryLocks.words).
create function add_words() returns void language sql as $$ select pg_advisory_xact_lock_shared(7261110) $$;

create or replace function keep_words_of_new_projects() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into project_words
  select distinct word from added, unnest(words_of(added.search_text)) word
  where not exists (select from project_words known where known.word = word.word);
  return null;
end $$;

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

create or replace function keep_words_of_new_organizations() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into organization_words
  select distinct word from added, unnest(tsvector_to_array(words_in(added.search_text))) word
  where not exists (select from organization_words known where known.word = word.word);
  return null;
end $$;

create or replace function keep_words_of_organization() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into organization_words
  select word from unnest(tsvector_to_array(words_in(new.search_text))) word
  where not exists (select from organization_words known where known.word = word.word);
  insert into lost_words (known, word)
  select 'organization_words', word from unnest(tsvector_to_array(words_in(old.search_text))) word
  where word <> all (tsvector_to_array(words_in(new.search_text)));
  return null;
end $$;

create or replace function keep_words_of_new_tasks() returns trigger language plpgsql as $$
begin
  perform add_words();
  insert into task_words
  select distinct word from added, unnest(tsvector_to_array(words_in(added.search_text))) word
  where not exists (select from task_words known where known.word = word.word);
  return null;
end $$;

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

create function lose_words_of_projects() returns trigger language plpgsql as $$
begin
  insert into lost_words (known, word)
  select distinct 'project_words', word from removed, unnest(words_of(removed.search_text)) word;
  return null;
end $$;
create trigger words_of_removed_projects after delete on projects
  referencing old table as removed for each statement execute function lose_words_of_projects();

create function lose_words_of_organizations() returns trigger language plpgsql as $$
begin
  insert into lost_words (known, word)
  select distinct 'organization_words', word from removed, unnest(tsvector_to_array(words_in(removed.search_text))) word;
  return null;
end $$;
create trigger words_of_removed_organizations after delete on organizations
  referencing old table as removed for each statement execute function lose_words_of_organizations();

create function lose_words_of_tasks() returns trigger language plpgsql as $$
begin
  insert into lost_words (known, word)
  select distinct 'task_words', word from removed, unnest(tsvector_to_array(words_in(removed.search_text))) word;
  return null;
end $$;
create trigger words_of_removed_tasks after delete on reminders
  referencing old table as removed for each statement execute function lose_words_of_tasks();

-- Of some words those that no row has, read off the indexes of whole words.
create function words_nobody_has(kept_in text, words text[]) returns setof text language plpgsql stable as $$
declare
  had text := case kept_in
    when 'project_words' then 'projects where to_tsvector(''simple'', search_text)'
    when 'organization_words' then 'organizations where words_in(search_text)'
    when 'task_words' then 'reminders where words_in(search_text)'
  end;
begin
  return query execute format(
    'select word from unnest($1) word where not exists (select from %s @@ %s)', had,
    $query$('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery$query$) using words;
end $$;

-- What went before.
delete from project_words known where not exists (
  select from (select distinct word from projects, unnest(words_of(search_text)) word) held where held.word = known.word);
delete from organization_words known where not exists (
  select from (select distinct word from organizations, unnest(tsvector_to_array(words_in(search_text))) word) held
  where held.word = known.word);
delete from task_words known where not exists (
  select from (select distinct word from reminders, unnest(tsvector_to_array(words_in(search_text))) word) held
  where held.word = known.word);

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
