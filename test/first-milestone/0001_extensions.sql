-- What searching and sorting rest on. All three extensions are trusted: the database's owner may create them.
create extension if not exists citext with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

-- The form in which texts are searched and sorted: small letters without accents, ß as ss. Declared immutable, so
-- that generated columns and indexes may use it: its dictionary is named outright and is ours to keep as it is.
-- Bound to its functions when created, so that no search_path can put others in their place.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  return pg_catalog.lower(public.unaccent('public.unaccent'::pg_catalog.regdictionary, value));
