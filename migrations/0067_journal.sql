-- The journal (docs/decisions/0029): what a transaction moved stands in it, so that it is searched by amount, person and
-- event without its rows.

-- The sum of its leading rows: of a funding the gift and not the memo pair, of a past gift the gift and not what followed.
alter table ledger_transactions add amount_cents bigint not null default 0;
alter table ledger_transactions disable trigger ledger_transactions_append_only;
update ledger_transactions set amount_cents = summed.cents
from (
  select transaction_id, coalesce(
    sum(amount_cents) filter (where purpose = 'gift'), sum(amount_cents) filter (where purpose = 'claim'),
    sum(amount_cents) filter (where purpose = 'recovery'), sum(amount_cents) filter (where purpose = 'write_off'),
    sum(amount_cents) filter (where purpose = 'settlement'), sum(amount_cents) filter (where purpose = 'payout'),
    sum(amount_cents))::bigint as cents
  from ledger_rows group by transaction_id
) summed
where summed.transaction_id = ledger_transactions.id;
alter table ledger_transactions enable trigger ledger_transactions_append_only;

create index ledger_transactions_by_amount on ledger_transactions (amount_cents, business_day, id);
create index ledger_transactions_by_kind on ledger_transactions (kind, business_day, id);
create index ledger_transactions_by_person on ledger_transactions (created_by, business_day, id) where created_by is not null;

-- Who looked for what in which list (product.md §5), kept for 90 days: the words, the list, how many were found.
create table searches (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  list text not null,
  words text not null,
  found integer not null,
  at timestamptz not null
);
create index searches_latest on searches (at desc, id desc);
create index searches_by_user on searches (user_id, at desc);
