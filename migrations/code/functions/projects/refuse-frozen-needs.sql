-- Needs are frozen after the first ledger row of their project.
create or replace function refuse_frozen_needs() returns trigger language plpgsql as $$
declare project bigint := case when tg_op = 'DELETE' then old.project_id else new.project_id end;
begin
  if tg_op = 'UPDATE' and old.title = new.title and old.amount_cents = new.amount_cents and old.project_id = new.project_id then
    return new;
  end if;
  if exists (
    select 1 from ledger_accounts account
    where account.project_id = project
      and (exists (select 1 from ledger_rows where credit_account_id = account.id)
        or exists (select 1 from ledger_rows where debit_account_id = account.id))
  ) then
    raise exception 'needs are frozen once money has come in' using errcode = 'restrict_violation', constraint = 'needs_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace trigger needs_frozen before insert or update or delete on needs
  for each row execute function refuse_frozen_needs();
