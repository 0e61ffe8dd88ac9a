-- Rows of files that take back a gift which an earlier import booked.

-- The gift that a row takes back, found when the file is matched.
alter table import_rows add takes_id bigint;

-- What an imported gift was in the currency of its file, where that is not the euro: what a later file takes back of it is in
-- that currency.
alter table fundings
  add source_currency text,
  add source_cents bigint,
  add constraint fundings_source check ((source_currency is null) = (source_cents is null));

-- Of those that are there already the note says it: "CHF 100.00 × 0.9", and what was taken off: "CHF 150.00 - 50.00".
update fundings gift set source_currency = said.parts[1], source_cents = round(100 * coalesce(said.net[1]::numeric - said.net[2]::numeric,
    said.parts[2]::numeric))::bigint
from (
  select id, regexp_match(note, '(?:^|; )([A-Z]{3}) ([0-9]+\.[0-9]{2}) × [0-9.]+(?:; [A-Z]{3} [0-9.]+ - [0-9.]+)?$') as parts,
    regexp_match(note, '; [A-Z]{3} ([0-9]+\.[0-9]{2}) - ([0-9]+\.[0-9]{2})$') as net
  from fundings where source = 'import' and undone_on is null and note like '% × %'
) said
where said.id = gift.id and said.parts is not null;

-- What a gift was before an import took something off it, to be so again when that import is undone. The gift keeps its
-- slug; no foreign keys, an import may be removed from its list.
create table import_corrections (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  slug text not null,
  gift jsonb not null
);
create index import_corrections_by_import on import_corrections (import_id);
create index import_corrections_by_slug on import_corrections (slug);
