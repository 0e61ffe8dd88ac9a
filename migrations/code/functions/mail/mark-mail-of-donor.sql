create or replace function mark_mail_of_donor() returns trigger language plpgsql as $$
begin
  new.of_donor := new.of_donor or exists (
    select from donors where donors.email <> '' and donors.email_key = fold(new.to_email));
  return new;
end $$;

create or replace trigger emails_of_donor before insert on emails for each row execute function mark_mail_of_donor();
