-- The identity of a gift never changes, and its state only along these transitions. A failed or expired pledge becomes
-- a pledge again when its money arrives after all.
create or replace function guard_funding() returns trigger language plpgsql as $$
begin
  if (new.id, new.project_id, new.funding_type, new.company_id, new.budget_id, new.number) is distinct from
    (old.id, old.project_id, old.funding_type, old.company_id, old.budget_id, old.number)
    or new.amount_cents <> old.amount_cents and old.state <> 'pledged' and new.state <> 'pledged' then
    raise exception 'amount, project, type and giver of a gift do not change'
      using errcode = 'restrict_violation', constraint = 'fundings_fixed';
  end if;
  if new.state <> old.state and not (old.state || '>' || new.state = any (array[
    'pledged>confirmed', 'pledged>failed', 'pledged>expired', 'confirmed>pledged', 'failed>pledged', 'expired>pledged',
    'confirmed>settled', 'settled>paid_out', 'settled>confirmed', 'paid_out>settled',
    'confirmed>reversed', 'settled>reversed',
    'paid_out>recovery_open', 'recovery_open>recovered'
  ])) and not (old.state = 'paid_out' and new.state = 'reversed' and new.undone_on is not null) then
    raise exception 'a gift that is % does not become %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'fundings_state';
  end if;
  return new;
end $$;

create or replace trigger fundings_guard before update on fundings
  for each row when (old is distinct from new) execute function guard_funding();
