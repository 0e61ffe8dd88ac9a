import type { Permission } from '#shared/permissions.ts'

/** Rights to perform, and so to approve, acts that may need a second person. */
export const approvalRights: readonly Permission[] = [
  'fund_projects',
  'defund_projects',
  'change_payouts',
  'change_private_donations',
  'change_organizations',
  'change_projects',
  'change_settings',
]

/** Views of the list: proposals a person may decide, their own, and all that they may see. */
export const approvalViews = ['to_decide', 'mine', 'all'] as const

/** True when one of these bank details was typed otherwise than it is stored; blanks and case mean nothing. */
export function isOther<K extends string>(
  typed: Record<K, string>,
  stored: Record<K, string>,
  fields: readonly K[],
): boolean {
  const compact = (text: string) => text.replace(/\s/g, '').toUpperCase()
  return fields.some((field) => compact(typed[field]) !== compact(stored[field]))
}
