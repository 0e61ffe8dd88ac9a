-- After today's migrations: every row goes where it belongs now. Triggers rest and foreign keys are made again at the
-- end, which checks all rows of each at once.

create temp table move_keys on commit drop as
select conrelid::regclass as owner, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace;

do $$
declare
  one record;
begin
  for one in select * from move_keys loop
    execute format('alter table %s drop constraint %I', one.owner, one.name);
  end loop;
  for one in
    select tablename as name, format('public.%I', tablename) as made, format('first_milestone.%I', tablename) as old
    from pg_tables where schemaname = 'first_milestone'
  loop
    execute format('alter table %s disable trigger user', one.made);
    -- The few rows that the migrations bring are in the old tables too, as staff changed them.
    execute format('delete from %s', one.made);
    if one.name not in ('ledger_accounts', 'ledger_transactions', 'ledger_rows', 'project_counts', 'organization_counts',
      'funding_totals')
    then
      execute (
        select format('insert into %s (%s) overriding system value select %2$s from %3$s', one.made,
          string_agg(quote_ident(attname), ', '), one.old)
        from pg_attribute made where attrelid = one.made::regclass and attnum > 0 and not attisdropped and attgenerated = ''
          and exists (select from pg_attribute old where attrelid = one.old::regclass and old.attname = made.attname)
      );
    end if;
  end loop;
end $$;

-- The text code of an account becomes its kind and dimensions.
insert into ledger_accounts (id, kind, project_id, funding_type, company_id, organization_id, bank_account_id, provider)
overriding system value
select id,
  case part[1] when 'expense' then 'fees' when 'claim' then case part[2] when 'org' then 'claim_organization' else 'claim_company' end
    else part[1] end,
  case part[1] when 'project' then project_id end,
  case part[1] when 'project' then part[3]::smallint end,
  case when part[1] in ('budget_available', 'budget_used') then part[2]::bigint
    when part[1] = 'claim' and part[2] = 'company' then part[3]::bigint end,
  case when part[1] = 'claim' and part[2] = 'org' then part[3]::bigint end,
  case part[1] when 'bank' then (select id from bank_accounts where slug = part[2]) end,
  case part[1] when 'psp' then part[2] end
from (select *, string_to_array(code, ':') as part from first_milestone.ledger_accounts) account;

insert into ledger_transactions (id, kind, business_day, note, reverses_id, created_by, created_at)
overriding system value
select id, kind, business_date, note, reverses_id, created_by, created_at from first_milestone.ledger_transactions;

-- A row with a gift made or unmade it; any other spoke of a budget.
insert into ledger_rows (id, transaction_id, business_day, debit_account_id, credit_account_id, amount_cents, purpose,
  funding_id, reverses_id)
overriding system value
select row.id, row.transaction_id, entry.business_date, row.debit_account_id, row.credit_account_id, row.amount_cents,
  case when row.funding_id is not null then 'gift' when debit.code like 'budget_available:%' then 'budget_grant'
    when debit.code like 'budget_used:%' then 'budget_use' else 'correction' end,
  row.funding_id, row.reverses_id
from first_milestone.ledger_rows row
join first_milestone.ledger_transactions entry on entry.id = row.transaction_id
join first_milestone.ledger_accounts debit on debit.id = row.debit_account_id;

do $$
declare
  one record;
begin
  for one in select * from move_keys loop
    execute format('alter table %s add constraint %I %s', one.owner, one.name, one.definition);
  end loop;
  for one in
    select tablename as name, format('public.%I', tablename) as made from pg_tables where schemaname = 'first_milestone'
  loop
    execute format('alter table %s enable trigger user', one.made);
    execute format('analyze %s', one.made);
  end loop;
  -- Numbers go on where they were.
  for one in
    select format('public.%I', c.relname) as made, format('first_milestone.%I', c.relname) as old, a.attname as counted
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = 'first_milestone'::regnamespace
  loop
    execute format('select setval(%L, last_value, is_called) from %s',
      pg_get_serial_sequence(one.made, one.counted), pg_get_serial_sequence(one.old, one.counted));
  end loop;
end $$;

select rebuild_ledger_sums(), rebuild_project_counts(), rebuild_organization_counts();
drop table move_keys;
drop schema first_milestone cascade;
