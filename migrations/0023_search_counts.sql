-- Counts the hits of words that are frequent or too short for trigrams without reading the table, which is eight times larger.

-- A text as far as an index entry holds it (2,704 bytes). Only titles of more than 650 characters of three or four bytes are
-- longer: they are found by what comes before.
create function fit_index_entry(value text) returns text
  language sql immutable parallel safe
  return case when octet_length(value) <= 2600 then value else left(value, 650) end;

-- Created again with its function in code/, after this migration.
drop trigger if exists words_of_changed_project on projects;
alter table projects drop column search_text;
alter table projects
  add column search_text text generated always as (fit_index_entry(fold(title || ' ' || organization_title))) stored;
create index projects_search on projects using gin (search_text gin_trgm_ops);
create index projects_words on projects using gin (to_tsvector('simple', search_text));
create index projects_unread_words on projects (id) where has_unread_words(search_text);
create index projects_search_text on projects (status, id) include (search_text);
