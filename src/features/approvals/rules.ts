import type { Permission } from '#shared/permissions.ts'

/** The rights that let a person do, and so approve, what may need a second person. */
export const approvalRights: readonly Permission[] = [
  'fund_projects',
  'defund_projects',
  'change_payouts',
  'change_private_donations',
  'change_organizations',
  'change_projects',
  'change_settings',
]

/** Whose proposals a list shows: those a person may decide, those they made, all that they may see. */
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
