-- How many entries of a file the bank had not booked yet; they are left out, and come when they are booked.
alter table bank_statement_files add lines_pending integer not null default 0;
