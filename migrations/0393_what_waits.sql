-- The dashboard asks on every start which statement lines nobody has matched and how old the oldest payouts are.
create index bank_lines_open on bank_lines (booked_on, id) include (statement_id, amount_cents) where state = 'open';
create index payouts_waiting on payouts (state_key, settled_on) where undone_on is null and state_key in (1, 2);
