-- Extensions and functions under generated columns and indexes. They stay as they are: a change of one would have to
-- rewrite every column and index that uses it. All three extensions are trusted: the database's owner may create them.
create extension if not exists citext with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

-- The form in which texts are searched and sorted: small letters without accents, ß as ss. Invisible characters go before
-- letters are decomposed: one of them between two accents would keep these from their canonical order, and the text from
-- being found (src/shared/normalize.ts does the same). Immutable, so that generated columns and indexes may use it: its
-- dictionary is named with its schema, and no search_path can put another in its place.
create function fold(value text) returns text
  language sql immutable parallel safe
  return case
    when value ~ '^[\t\n\r -~À-ÖØ-öø-ÿ]*$'
      then pg_catalog.lower(public.unaccent('public.unaccent'::pg_catalog.regdictionary, value))
    else normalize(
      pg_catalog.lower(public.unaccent('public.unaccent'::pg_catalog.regdictionary,
        pg_catalog.lower(pg_catalog.upper(pg_catalog.regexp_replace(
          pg_catalog.replace(
            normalize(
              pg_catalog.regexp_replace(
                pg_catalog.regexp_replace(value,
                  '[\u00ad\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'),
                '[\u0085\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]', ' ', 'g'),
              NFKD),
            U&'\0345', 'ι'),
          '[\u0300-\u036f]+', '', 'g'))))),
      NFC)
  end;

-- The LIKE pattern for "contains this word". Escaped after folding, which may itself bring forth a wildcard (％ becomes %).
create function search_pattern(word text) returns text
  language sql immutable parallel safe strict
  return '%' || pg_catalog.regexp_replace(public.fold(word), '([\\%_])', '\\\1', 'g') || '%';

-- The form in which names are looked up: folded, runs of blanks as one. Coarser than the identity that the application
-- compares (features/imports/identity.ts), so that an index finds every candidate.
create function name_identity(value text) returns text
  language sql immutable parallel safe strict
  return pg_catalog.btrim(pg_catalog.regexp_replace(public.fold(value), '\s+', ' ', 'g'));

-- A name's letters and digits without its legal form: two spellings of one name share it. An import compares new names
-- with those of all organizations.
create function bare_name(title text) returns text
  language sql immutable parallel safe strict
  return pg_catalog.regexp_replace(
    pg_catalog.regexp_replace(public.fold(title), '[^[:alnum:]]+', ' ', 'g'),
    '( e v| ev| eingetragener verein| gemeinnutzige| ggmbh| gmbh| g gmbh| mbh| stiftung| gag| eg| e g| ug| kg| ag| e k)+ *$',
    '');

-- The words of a text as PostgreSQL's parser finds them.
create function words_of(folded text) returns text[] language sql immutable parallel safe
  return tsvector_to_array(to_tsvector('simple', folded));

-- The words of a text with punctuation as separators, so that an address is found by each of its parts.
create function words_in(folded text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', translate(folded, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)));

-- Whether the index of words (words_of) lacks a run of letters and digits of this text: to the parser, a tag, an entity or
-- the end of an address is no word. Such texts are few; a search reads them beside the index. Names carry their schema:
-- while PostgreSQL builds an index, it searches no other.
create function has_unread_words(folded text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return exists (
    select from regexp_matches(folded, '[a-z0-9]{3,}', 'g') run
    where not exists (select from unnest(public.words_of(folded)) word where strpos(word, run[1]) > 0)
  );
end $$;

-- The same for texts indexed by words_in.
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
