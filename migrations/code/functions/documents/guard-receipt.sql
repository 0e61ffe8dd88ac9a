-- The only change of a receipt is its withdrawal.
create or replace function guard_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null
    or (new.document_id, new.organization_id, new.kind, new.year, new.place, new.amount_cents, new.content)
      is distinct from
      (old.document_id, old.organization_id, old.kind, old.year, old.place, old.amount_cents, old.content) then
    raise exception 'a receipt is only withdrawn' using errcode = 'restrict_violation', constraint = 'receipts_fixed';
  end if;
  return new;
end $$;

create or replace trigger receipts_guard before update or delete on receipts for each row execute function guard_receipt();
