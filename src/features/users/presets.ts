import type { TextKey } from '#shared/text-keys.ts'
import { areas, can, type Holder, type Permission } from '#shared/permissions.ts'

/** What people of one job need, by name; a start that is changed right by right. */
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

/** The rights of a preset or a person that somebody may hand on, and those that they lack themselves: nobody grants these. */
export function grantable(granting: Holder, permissions: readonly Permission[]) {
  return {
    permissions: permissions.filter((permission) => can(granting, permission)),
    withheld: permissions.filter((permission) => !can(granting, permission)),
  }
}

export type RoleKey = (typeof rolePresets)[number]['key']

/** Keys of the roles, in their order. */
export const roleKeys = rolePresets.map(({ key }) => key) as [RoleKey, ...RoleKey[]]

/**
 * The role somebody works in: of those whose rights they hold all, the one with most of them. Who may do everything
 * administers; undefined where no role is held whole.
 */
export function roleOf(holder: Holder): RoleKey | undefined {
  if (holder.is_superuser) return 'administration'
  const held = rolePresets.filter(({ permissions }) => permissions.every((name) => can(holder, name)))
  return held.toSorted((a, b) => b.permissions.length - a.permissions.length)[0]?.key
}

/** Rights in the order of the matrix: area by area, single ones last. */
export function inOrder(permissions: readonly Permission[]): Permission[] {
  const place = (permission: Permission) => {
    const at = areas.findIndex((area) => permission.endsWith(`_${area}`))
    return at < 0 ? areas.length : at
  }
  return permissions.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
}
