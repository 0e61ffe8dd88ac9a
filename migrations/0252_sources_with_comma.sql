-- What gifts were in the currency of their file where its rate was typed with a comma ("CHF 100.00 × 0,95"), which 0251 did not
-- read out of their notes.
update fundings gift set source_currency = said.parts[1],
  source_cents = round(100 * coalesce(said.net[1]::numeric - said.net[2]::numeric, said.parts[2]::numeric))::bigint
from (
  select id, regexp_match(note, '(?:^|; )([A-Z]{3}) ([0-9]+\.[0-9]{2}) × [0-9]+,[0-9]+(?:; \1 [0-9.]+ - [0-9.]+)?$') as parts,
    regexp_match(note, '; [A-Z]{3} ([0-9]+\.[0-9]{2}) - ([0-9]+\.[0-9]{2})$') as net
  from fundings where source = 'import' and undone_on is null and source_currency is null and note like '% × %'
) said
where said.id = gift.id and said.parts is not null;
