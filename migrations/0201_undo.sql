-- Undoing a change from its audit event. Events are never touched: which of them were undone, and by which, stands beside them.
create table undone_events (
  event_id bigint primary key references audit_events (id),
  by_event_id bigint not null unique references audit_events (id),
  check (by_event_id > event_id)
);

-- The change a mail tells of: undone before it leaves, it does not leave.
alter table emails add event_id bigint references audit_events (id);
create index emails_by_event on emails (event_id) where event_id is not null;

-- A decision that was undone stays; the row that takes it back names it.
alter table review_decisions add undoes bigint unique references review_decisions (id);
