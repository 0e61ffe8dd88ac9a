import type { TextKey } from '#shared/text-keys.ts'
import { areas, can, type Holder, type Permission } from '#shared/permissions.ts'

/** Rights by job; an invitation starts with them and can change each one. */
export const rolePresets = [
  {
    key: 'reader',
    title: 'users.presets.reader',
    permissions: [
      'view_projects',
      'view_organizations',
      'view_documents',
      'view_statistics',
      'view_reminders',
    ],
  },
  {
    key: 'reviewer',
    title: 'users.presets.reviewer',
    permissions: [
      'change_projects',
      'change_organizations',
      'view_documents',
      'view_emails',
      'create_reminders',
      'change_reminders',
      'view_reminder_templates',
    ],
  },
  {
    key: 'project_office',
    title: 'users.presets.project_office',
    permissions: [
      'create_projects',
      'change_projects',
      'archive_projects',
      'duplicate_projects',
      'create_organizations',
      'change_organizations',
      'create_documents',
      'change_documents',
      'view_emails',
      'create_reminders',
      'change_reminders',
      'view_reminder_templates',
      'export_data',
    ],
  },
  {
    key: 'accounting',
    title: 'users.presets.accounting',
    permissions: [
      'view_projects',
      'view_organizations',
      'fund_projects',
      'defund_projects',
      'create_payouts',
      'change_payouts',
      'create_bank_statements',
      'change_bank_statements',
      'create_private_donations',
      'change_private_donations',
      'create_documents',
      'change_documents',
      'view_statistics',
      'view_reminders',
      'export_data',
    ],
  },
  {
    key: 'administration',
    title: 'users.presets.administration',
    permissions: [
      'create_users',
      'change_users',
      'invite_users',
      'change_permissions',
      'view_logs',
      'change_settings',
      'change_email_templates',
      'change_reminder_templates',
      'view_emails',
    ],
  },
] as const satisfies readonly { key: string; title: TextKey; permissions: readonly Permission[] }[]

/** Rights of a preset or a person that can be granted, and those that the granting person lacks. */
export function grantable(granting: Holder, permissions: readonly Permission[]) {
  return {
    permissions: permissions.filter((permission) => can(granting, permission)),
    withheld: permissions.filter((permission) => !can(granting, permission)),
  }
}

export type RoleKey = (typeof rolePresets)[number]['key']

export const roleKeys = rolePresets.map(({ key }) => key) as [RoleKey, ...RoleKey[]]

/**
 * The largest role whose rights the person holds completely. Superusers are administrators; undefined if no role is complete.
 */
export function roleOf(holder: Holder): RoleKey | undefined {
  if (holder.is_superuser) return 'administration'
  const held = rolePresets.filter(({ permissions }) => permissions.every((name) => can(holder, name)))
  return held.toSorted((a, b) => b.permissions.length - a.permissions.length)[0]?.key
}

/** Rights in the order of the matrix: area by area, then single rights. */
export function inOrder(permissions: readonly Permission[]): Permission[] {
  const place = (permission: Permission) => {
    const at = areas.findIndex((area) => permission.endsWith(`_${area}`))
    return at < 0 ? areas.length : at
  }
  return permissions.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
}
