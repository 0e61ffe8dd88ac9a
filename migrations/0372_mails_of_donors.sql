-- Which mails are about a donor: to an address that was a donor's when the mail was written or since, or with a document
-- that names one. It stays so when the address changes or the donor goes (docs/decisions/0068).
alter table emails add of_donor boolean not null default false;

update emails set of_donor = true where exists (
    select from donors where donors.email <> '' and donors.email_key = fold(emails.to_email))
  or object_type = 'document' and exists (
    select from documents where documents.id = object_id and (type = 'receipt' or kind = 'thank_you'));

create function mark_mail_of_donor() returns trigger language plpgsql as $$
begin
  new.of_donor := new.of_donor or exists (
    select from donors where donors.email <> '' and donors.email_key = fold(new.to_email));
  return new;
end $$;
create trigger emails_of_donor before insert on emails for each row execute function mark_mail_of_donor();

-- Before an address is forgotten, the mails to it are marked.
create function mark_mails_of_donor() returns trigger language plpgsql as $$
begin
  update emails set of_donor = true where fold(to_email) = old.email_key and not of_donor;
  return null;
end $$;
create trigger donors_address_changed after update of email on donors for each row
  when (old.email <> '' and old.email_key <> new.email_key) execute function mark_mails_of_donor();
create trigger donors_address_gone after delete on donors for each row
  when (old.email <> '') execute function mark_mails_of_donor();
create index emails_to_folded on emails (fold(to_email));
