-- The file of each statement is kept as it came, for ten years: where it lies, and the SHA-256 of its bytes. Both are missing
-- of files that came in before, and of those that were refused.
alter table bank_statement_files add kept_key text;
alter table bank_statement_files add sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
alter table bank_statement_files add check ((kept_key is null) = (sha256 is null));
