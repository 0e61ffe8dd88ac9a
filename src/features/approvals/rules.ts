import type { Permission } from '#shared/permissions.ts'

/** Rights to perform acts that may need a second person, and therefore to approve them. */
export const approvalRights: readonly Permission[] = [
  'fund_projects',
  'defund_projects',
  'change_payouts',
  'change_private_donations',
  'change_organizations',
  'change_projects',
  'change_settings',
]

/** Views of the list: proposals the person may decide, their own, and all visible ones. */
export const approvalViews = ['to_decide', 'mine', 'all'] as const

/** True if one of these bank details differs from the stored one; blanks and case are ignored. */
export function isOther<K extends string>(
  typed: Record<K, string>,
  stored: Record<K, string>,
  fields: readonly K[],
): boolean {
  const compact = (text: string) => text.replace(/\s/g, '').toUpperCase()
  return fields.some((field) => compact(typed[field]) !== compact(stored[field]))
}
