-- Refuses every change of an append-only table.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change();

create or replace trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();

create or replace trigger review_decisions_append_only before update on review_decisions
  for each row execute function refuse_change();

create or replace trigger ledger_accounts_fixed before update of kind, project_id, funding_type, company_id, organization_id,
  bank_account_id, provider, payout_id, funding_id, budget_id on ledger_accounts
  for each row execute function refuse_change();

create or replace trigger ledger_rows_append_only before update or delete on ledger_rows
  for each row execute function refuse_change();

create or replace trigger ledger_rows_no_truncate before truncate on ledger_rows
  for each statement execute function refuse_change();

create or replace trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();

create or replace trigger ledger_transactions_no_truncate before truncate on ledger_transactions
  for each statement execute function refuse_change();

create or replace trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();

create or replace trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_change();

create or replace trigger payment_file_items_fixed before update or delete on payment_file_items
  for each row execute function refuse_change();

create or replace trigger bank_lines_fixed before update of statement_id, bank_account_id, position, booked_on, valued_on,
  amount_cents, name, iban, text, reference, bank_reference, booking, is_reversal on bank_lines
  for each row execute function refuse_change();

create or replace trigger bank_answers_fixed before update or delete on bank_answers
  for each row execute function refuse_change();

create or replace trigger bank_answer_items_fixed before update or delete on bank_answer_items
  for each row execute function refuse_change();
