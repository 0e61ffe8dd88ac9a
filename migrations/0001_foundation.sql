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

-- The LIKE pattern for "contains this word". Escaped after folding, which may itself bring forth a wildcard (％ becomes %).
create function search_pattern(word text) returns text
  language sql immutable parallel safe strict
  return '%' || pg_catalog.regexp_replace(public.fold(word), '([\\%_])', '\\\1', 'g') || '%';

-- Refuses every change of a table that only grows.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The form in which names are looked up: folded, runs of blanks as one. Coarser than the identity the application
-- compares (features/imports/identity.ts), so that an index finds every candidate.
create function name_identity(value text) returns text
  language sql immutable parallel safe strict
  return pg_catalog.btrim(pg_catalog.regexp_replace(public.fold(value), '[\s\u00a0\u2000-\u200a\u202f\u3000]+', ' ', 'g'));
