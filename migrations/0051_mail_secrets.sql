-- Addresses that open an account lie beside the outbox, not in it: nothing that reads mails can show them.

create table email_secrets (
  email_id bigint primary key references emails (id) on delete cascade,
  -- Variable of the template and its value, from queueing until a mail server has the mail.
  data jsonb not null
);

-- Whether a mail holds such an address: none, still held back for its recipient, or sent and forgotten.
alter table emails add column secrecy text not null default 'none' check (secrecy in ('none', 'held', 'gone'));

update emails set secrecy = 'gone' where secrets = array['••••••'];
insert into email_secrets (email_id, data)
select id, jsonb_build_object('link', data -> 'link') from emails where secrecy = 'none' and secrets <> '{}' and data ? 'link';
-- What was written with the address in it is written anew, under the same Message-ID.
update emails set secrecy = 'held', data = data - 'link', subject = '', text_body = null, html_body = null
where secrecy = 'none' and secrets <> '{}';

alter table emails drop column secrets;
