-- What a person confirmed before an import books, and what its rows say in their own currency.

alter table platform_features
  -- From this sum on it is typed before an import books; €100,000.00.
  add import_confirm_cents bigint not null default 10000000 check (import_confirm_cents > 0);

-- The count and the sum that were shown when it was started: another result books nothing.
alter table imports add expected jsonb;

-- The currency of the row and its amount in it, before it became euros.
alter table import_rows
  add currency text,
  add source_cents bigint;
