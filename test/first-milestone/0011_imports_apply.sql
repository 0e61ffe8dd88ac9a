-- What an import makes is worked out and kept beside its staged rows, so that the transaction that applies it only
-- copies: no join back to the rows, no second write of a project for its balance, no event built row by row.

-- Each of a file's rows would be looked up in `imports` again; whoever removes an import clears its staging first.
alter table import_rows drop constraint import_rows_import_id_fkey;
alter table import_recipients drop constraint import_recipients_import_id_fkey;
alter table import_organizations drop constraint import_organizations_import_id_fkey;
alter table import_projects drop constraint import_projects_import_id_fkey;

-- New rows have their id from here on. `event` is what the history will show, in canonical JSON.
alter table import_organizations add column event text not null default '';
alter table import_projects add column fields jsonb not null default '{}';
alter table import_projects add column event text not null default '';
alter table import_projects add column funded_cents bigint not null default 0;

-- JSON as the hash chain reads it: keys in order, no blanks; says the same as canonical() in src/server/audit.ts.
create function canonical_json(value jsonb) returns text
  language plpgsql immutable parallel safe strict as $$
begin
  return case jsonb_typeof(value)
    when 'object' then '{' || coalesce((
      select string_agg(
        to_json(key)::text || ':'
          || case when jsonb_typeof(member) in ('object', 'array') then canonical_json(member) else member::text end,
        ',' order by key collate "C")
      from jsonb_each(value) as entry (key, member)), '') || '}'
    when 'array' then '[' || coalesce((
      select string_agg(canonical_json(element), ',' order by place)
      from jsonb_array_elements(value) with ordinality as entry (element, place)), '') || ']'
    else value::text
  end;
end $$;

-- The chain of audit events as a running aggregate: the hash of each event is over the one before it and its text.
create function chain_hash(previous text, first text, event text) returns text
  language plpgsql immutable parallel safe as $$
begin
  return encode(sha256(convert_to(coalesce(previous, first) || event, 'UTF8')), 'hex');
end $$;
create aggregate audit_chain(first text, event text) (sfunc = chain_hash, stype = text);

-- As before (0003), but for projects that are written together with their balance: their writer says so for its
-- transaction, and compares the two before it commits (features/ledger/server/queries.ts).
create or replace function keep_project_balance() returns trigger language plpgsql as $$
begin
  if current_setting('almoner.balance_written', true) = 'yes' then return null; end if;
  update projects set funded_cents = funded_cents + change.cents
  from (
    select account.project_id, sum(moved.cents)::bigint as cents
    from (
      select credit_account_id as account_id, amount_cents as cents from added where funding_id is not null
      union all
      select debit_account_id, -amount_cents from added where funding_id is not null
    ) moved
    join ledger_accounts account on account.id = moved.account_id
    where account.project_id is not null
    group by account.project_id
    having sum(moved.cents) <> 0
  ) change
  where projects.id = change.project_id;
  return null;
end $$;
