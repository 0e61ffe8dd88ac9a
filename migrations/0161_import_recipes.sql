-- How files of a source were read, kept for the next one: columns, fields made of others, rules, replacements, rates.
create table import_recipes (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  -- The names of the columns, whatever their order; `names` are those of the file it was kept from, in their order there.
  header_key text not null,
  names jsonb not null,
  -- Which column holds what, by its place among `names`, and what a person chose beside that.
  steps jsonb not null,
  used_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index import_recipes_title on import_recipes (md5(name_identity(title)));
create index import_recipes_header on import_recipes (header_key, used_at desc);

-- The recipe an import began with, as it was then.
alter table imports add recipe jsonb;
