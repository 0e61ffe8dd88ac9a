create or replace function refuse_closed_month() returns trigger language plpgsql as $$
declare closed date;
begin
  select closed_months.month into closed
  from (select distinct date_trunc('month', business_day)::date as month from added) booked
  join closed_months using (month) limit 1;
  if found then
    raise exception 'the month % is closed', closed using errcode = 'restrict_violation', constraint = 'month_closed';
  end if;
  return null;
end $$;

create or replace trigger ledger_transactions_open_month after insert on ledger_transactions
  referencing new table as added for each statement execute function refuse_closed_month();
