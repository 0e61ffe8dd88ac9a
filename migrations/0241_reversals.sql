-- Rows of files that take back gifts of other rows, where a person said that negative amounts mean it.

alter table import_rows
  -- Of a row that takes back: what makes it the same one again (as gift_hash of a gift), and its cells, should it be refused.
  add reversal_hash text,
  add cells jsonb,
  -- What a gift was before others took from it, in euro cents and in cents of its currency; null while none did.
  add gross_cents bigint,
  add gross_source_cents bigint;

-- Rows that left no gift behind, so that the same file does not bring them again: those that took back, and gifts of
-- which nothing was left. Forgotten when their import is undone; no foreign key, an import may be removed from its list.
create table import_taken_back (
  key text primary key,
  import_id bigint not null
);
create index import_taken_back_by_import on import_taken_back (import_id);
