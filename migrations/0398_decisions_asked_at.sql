-- Since when a decision was waited for, so that the time to it can be told.
alter table review_decisions add asked_at timestamptz;
create index review_decisions_by_time on review_decisions (decided_at) where asked_at is not null;
