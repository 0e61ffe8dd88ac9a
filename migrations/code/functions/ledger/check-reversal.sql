-- A reversal mirrors exactly the row it refers to. A partial return is a row with its own purpose.
create or replace function check_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from ledger_rows reversed
    where reversed.id = new.reverses_id
      and reversed.debit_account_id = new.credit_account_id
      and reversed.credit_account_id = new.debit_account_id
      and reversed.amount_cents = new.amount_cents
      and reversed.purpose = new.purpose
      and reversed.funding_id is not distinct from new.funding_id
      and reversed.reverses_id is null
  ) then
    raise exception 'a reversal must mirror the row it reverses' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger ledger_rows_reversal before insert on ledger_rows
  for each row when (new.reverses_id is not null) execute function check_reversal();
