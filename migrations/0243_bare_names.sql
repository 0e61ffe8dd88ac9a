-- A name by its letters and digits alone, without its legal form: what is written in two ways has it alike. New names of a
-- file are held against those of all organizations.

create function bare_name(title text) returns text
  language sql immutable parallel safe strict
  return pg_catalog.regexp_replace(
    pg_catalog.regexp_replace(public.fold(title), '[^[:alnum:]]+', ' ', 'g'),
    '( e v| ev| eingetragener verein| gemeinnutzige| ggmbh| gmbh| g gmbh| mbh| stiftung| gag| eg| e g| ug| kg| ag| e k)+ *$',
    '');
create index organizations_bare_name on organizations (bare_name(title)) where status <> 4;
