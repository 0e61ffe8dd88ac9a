-- The list of all gifts walks these.
create index fundings_by_day on fundings (received_on, id);
create index fundings_by_amount on fundings (amount_cents, id);
