-- Before an address is forgotten, the mails to it are marked.
create or replace function mark_mails_of_donor() returns trigger language plpgsql as $$
begin
  update emails set of_donor = true where fold(to_email) = old.email_key and not of_donor;
  return null;
end $$;

create or replace trigger donors_address_changed after update of email on donors for each row
  when (old.email <> '' and old.email_key <> new.email_key) execute function mark_mails_of_donor();

create or replace trigger donors_address_gone after delete on donors for each row
  when (old.email <> '') execute function mark_mails_of_donor();
