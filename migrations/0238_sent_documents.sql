-- A file that goes out with a mail, by the hash of its bytes (docs/decisions/0049).
alter table emails add column attachment_sha256 text check (attachment_sha256 ~ '^[0-9a-f]{64}$');
alter table emails add column attachment_name text not null default '';
create index emails_attachments on emails (attachment_sha256) where attachment_sha256 is not null;
