-- The town of an organization as lists ask for it: folded, and without commas, which part a list of values.
alter table organizations
  add town text collate "C" generated always as (fold(regexp_replace(btrim(city), '[,[:space:]]+', ' ', 'g'))) stored;
create index organizations_town on organizations (town, id);
create index organizations_postcode on organizations (postcode collate "C");
