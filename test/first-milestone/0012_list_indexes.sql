-- Orderings of long lists that read and sorted every row.
create index emails_sent on emails (sent_at nulls first, id);
create index emails_to on emails (to_email, id);
create index emails_subject on emails (subject, id);
create index emails_language on emails (language, id);
create index emails_attempts on emails (attempts, id);
create index users_created on users (created_at, id);
create index users_signed_in on users (signed_in_at nulls first, id);
create index users_state on users (state, id);
