create or replace function guard_receipt_gift() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not old.is_valid or new.is_valid
    or (new.receipt_id, new.funding_id, new.amount_cents) is distinct from (old.receipt_id, old.funding_id, old.amount_cents) then
    raise exception 'a receipt is only withdrawn' using errcode = 'restrict_violation', constraint = 'receipts_fixed';
  end if;
  return new;
end $$;

create or replace trigger receipt_gifts_guard before update or delete on receipt_gifts
  for each row execute function guard_receipt_gift();
