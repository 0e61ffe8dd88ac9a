-- How a person said that the umlauts of a file are written; null where its bytes tell. A worker reads the file again.
alter table bank_statement_files add column letters text check (letters in ('windows-1252', 'cp850'));
