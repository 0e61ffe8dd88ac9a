-- How many transactions a closed month has: nothing is booked into it any more, so they are counted once and not each time
-- the months are listed (docs/decisions/0029). Whoever closes a month has waited for those who book.
alter table closed_months add column transactions bigint not null default 0;

create function count_closed_month() returns trigger language plpgsql as $$
begin
  new.transactions := (select count(*) from ledger_transactions
    where business_day >= new.month and business_day < (new.month + interval '1 month')::date);
  return new;
end $$;
create trigger closed_months_counted before insert on closed_months
  for each row execute function count_closed_month();

update closed_months set transactions = (select count(*) from ledger_transactions
  where business_day >= month and business_day < (month + interval '1 month')::date);
