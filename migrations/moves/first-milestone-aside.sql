-- A database of the first milestone (its migrations are in test/first-milestone) before today's are applied to it: its
-- tables and functions step aside, so that the new ones are made as in an empty database.
create schema first_milestone;

do $$
declare
  name text;
  one record;
begin
  foreach name in array array['account_links', 'audit_events', 'business_day', 'companies', 'dated_settings',
    'email_attempts', 'email_templates', 'emails', 'exports', 'funding_totals', 'fundings', 'idempotency_keys',
    'import_organizations', 'import_projects', 'import_recipients', 'import_rows', 'imports', 'individual_bank_accounts',
    'internal_statuses', 'job_requests', 'ledger_accounts', 'ledger_rows', 'ledger_transactions', 'needs',
    'organization_counts', 'organizations', 'platform_features', 'project_counts', 'projects', 'reminder_assignees',
    'reminder_templates', 'reminders', 'review_decisions', 'sessions', 'sign_in_failures', 'table_settings',
    'user_permissions', 'users']
  loop
    execute format('alter table public.%I set schema first_milestone', name);
  end loop;
  for one in
    select oid::regprocedure as signature, prokind from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any (array['fold', 'refuse_change', 'search_pattern', 'page_of',
      'check_reversal', 'refuse_frozen_needs', 'copy_organization', 'spread_organization', 'mark_ended',
      'move_business_day', 'compact_project_counts', 'name_identity', 'copy_reminder_target', 'spread_project_title',
      'spread_organization_title', 'stamp_needs_review', 'count_projects', 'rebuild_project_counts',
      'compact_funding_totals', 'rebuild_funding_totals', 'copy_internal_status', 'spread_internal_status',
      'oldest_valid_proof', 'count_organizations', 'compact_organization_counts', 'rebuild_organization_counts',
      'canonical_json', 'chain_hash', 'audit_chain', 'total_fundings', 'keep_project_balance', 'keep_project_target'])
  loop
    execute format('alter %s %s set schema first_milestone',
      case one.prokind when 'a' then 'aggregate' else 'function' end, one.signature);
  end loop;
end $$;
