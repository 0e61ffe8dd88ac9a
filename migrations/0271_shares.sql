-- Who gets a row, where a run deals its rows out among several people.
alter table bulk_rows add given_to bigint references users (id);
