-- Counts changes of an import's guesses and choices, so that a change made from an earlier state is noticed.
alter table imports add version integer not null default 1;
