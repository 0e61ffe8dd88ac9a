-- How many rows of a run are in which state, and for which cause, is read from the index alone: the list of runs asks it
-- of every run on the page.
drop index bulk_rows_by_state;
create index bulk_rows_by_state on bulk_rows (run_id, state, place) include (code);
