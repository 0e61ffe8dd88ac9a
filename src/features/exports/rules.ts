import type { Permission } from '#shared/permissions.ts'

/** Every list that can be exported, by its name in the store of exports, with the right to see it. */
export const exportedLists = {
  projects: 'view_projects',
  organizations: 'view_organizations',
  users: 'view_users',
  emails: 'view_emails',
  permissions: 'view_permissions',
  journal: 'view_logs',
  searches: 'view_logs',
  internal_fundings: 'view_logs',
  defunds: 'view_logs',
  account_sheet: 'view_logs',
  payouts: 'view_payouts',
  recovery_claims: 'view_payouts',
  gifts: 'view_projects',
  private_donations: 'view_private_donations',
  bank_lines: 'view_bank_statements',
  documents: 'view_documents',
  document_logs: 'view_documents',
} as const satisfies Record<string, Permission>
/** Lists with money of all companies, which company users do not get (docs/decisions/0033). */
export const wholeHouseLists: readonly ExportedList[] = [
  'journal',
  'searches',
  'internal_fundings',
  'defunds',
  'account_sheet',
  'payouts',
  'gifts',
  'bank_lines',
]

export type ExportedList = keyof typeof exportedLists
