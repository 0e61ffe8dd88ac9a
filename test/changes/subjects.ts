import type { Route } from '#shared/route.ts'
import type { Subject } from '#shared/subjects.ts'

/** In which tables what a subject stands for is kept; where two have the same table, a change of either is enough. */
const tables: Partial<Record<Subject, readonly string[]>> = {
  account: ['users', 'user_permissions', 'account_links'],
  additional_field: ['additional_fields'],
  approval: ['approvals'],
  approval_rule: ['approval_terms'],
  bank_statement: ['bank_statements', 'bank_statement_files', 'bank_lines', 'bank_line_parts'],
  bulk_run: ['bulk_runs', 'bulk_rows'],
  claim: ['recovery_claims'],
  company: ['companies', 'budgets'],
  csv_layout: ['bank_csv_layouts'],
  document: ['documents', 'receipts', 'receipt_gifts'],
  document_link: ['document_links'],
  document_run: ['generation_runs'],
  document_template: ['document_templates', 'document_template_versions'],
  donation: ['donors', 'fundings'],
  duplicate: ['donor_pairs'],
  email: ['emails'],
  email_template: ['email_templates'],
  export: ['exports'],
  import: ['imports', 'organization_name_pairs'],
  import_recipe: ['import_recipes'],
  individual_account: ['individual_bank_accounts'],
  intake_delivery: ['intake_deliveries'],
  intake_provider: ['intake_providers', 'intake_secrets'],
  ledger_check: ['ledger_check_runs'],
  limit: ['dated_settings'],
  machine_receipts: ['receipt_announcements'],
  money: ['ledger_rows', 'ledger_transactions', 'ledger_accounts', 'ledger_day_balances', 'fundings'],
  month: ['closed_months'],
  organization: ['organizations', 'review_decisions'],
  organization_status: ['internal_statuses'],
  own_account: ['bank_accounts'],
  payout: ['payouts', 'payment_files', 'payment_file_items', 'bank_answers', 'bank_answer_items'],
  photo: ['photos'],
  platform_feature: ['platform_features'],
  project: ['projects', 'needs', 'review_decisions'],
  project_status: ['internal_statuses'],
  register_check: ['register_checks'],
  signature: ['signatures'],
  snippet: ['review_snippets'],
  task: ['reminders', 'reminder_assignees', 'proof_tasks'],
  task_template: ['reminder_templates'],
  view: ['project_views', 'project_view_openings'],
}

/** Tables that no query shows by themselves: follow from others, are for the server alone, or are shown after any change. */
const unshown = [
  'audit_events',
  'undone_events',
  'job_requests',
  'number_series',
  'email_secrets',
  'review_leases',
  'table_layouts',
  'table_settings',
  'lost_words',
  'organization_counts',
  'organization_words',
  'payout_counts',
  'private_gift_totals',
  'project_usual_counts',
  'project_words',
  'rhythms_to_keep',
  'task_words',
]

/** Calls that make nothing stale though a table changes; the contract says why. */
const ofNoPage = [
  'PATCH /api/v4/users/profile/',
  'POST /api/v4/session/',
  'POST /api/v4/users/invite/:token/accept/',
  'POST /api/v4/users/password-reset/',
  'POST /api/v4/users/password-reset/:token/',
  'POST /api/v4/users/profile/password/',
]

/** The tables among these whose change a route does not declare. A proposal is told by the answer, not by the route. */
export function undeclared(route: Route, changed: readonly string[]): string[] {
  const { changes = [] } = route
  if (changes === 'anything' || ofNoPage.includes(`${route.method} ${route.path}`)) return []
  const subjects: Subject[] = route.approval ? [...changes, 'approval'] : [...changes]
  const declared = new Set(subjects.flatMap((subject) => tables[subject] ?? []))
  return changed.filter((table) => !declared.has(table) && !unshown.includes(table))
}
