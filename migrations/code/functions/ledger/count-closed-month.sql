create or replace function count_closed_month() returns trigger language plpgsql as $$
begin
  new.transactions := (select count(*) from ledger_transactions
    where business_day >= new.month and business_day < (new.month + interval '1 month')::date);
  return new;
end $$;

create or replace trigger closed_months_counted before insert on closed_months
  for each row execute function count_closed_month();
