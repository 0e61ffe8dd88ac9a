/** Areas of the back-office; per area there are four permission types (product.md §3). */
export const areas = [
  'projects',
  'organizations',
  'users',
  'permissions',
  'private_donations',
  'reminders',
  'reminder_templates',
  'documents',
  'document_templates',
  'emails',
  'email_templates',
  'statistics',
  'logs',
  'payouts',
  'bank_statements',
  'settings',
] as const

/** Rights outside the areas. */
export const singleRights = [
  'fund_projects',
  'defund_projects',
  'archive_projects',
  'duplicate_projects',
  'export_data',
  'invite_users',
] as const

/** The specification's names for the four types (spec §6) with their wire prefixes. */
export const permissionTypes = {
  create: 'create_',
  'view and change': 'change_',
  'view and delete': 'delete_',
  'view only': 'view_',
} as const

export type Area = (typeof areas)[number]
export type SingleRight = (typeof singleRights)[number]
export type PermissionType = keyof typeof permissionTypes
type Prefix = (typeof permissionTypes)[PermissionType]
export type Permission = `${Prefix}${Area}` | SingleRight

const areaPermissions = areas.flatMap((area) =>
  Object.values(permissionTypes).map((prefix) => `${prefix}${area}` as const),
)

/** Every permission name; a name outside this list can be neither granted nor required. */
export const permissions: readonly Permission[] = [...areaPermissions, ...singleRights]

export function isPermission(name: string): name is Permission {
  return (permissions as readonly string[]).includes(name)
}

/** The grantable types under one name. A single right has only the type "view and change". */
export function typesOf(name: string): Partial<Record<PermissionType, Permission>> | undefined {
  if ((singleRights as readonly string[]).includes(name)) return { 'view and change': name as SingleRight }
  if (!(areas as readonly string[]).includes(name)) return undefined
  const types = Object.entries(permissionTypes) as [
    PermissionType,
    (typeof permissionTypes)[PermissionType],
  ][]
  return Object.fromEntries(types.map(([type, prefix]) => [type, `${prefix}${name as Area}`]))
}

export type Holder = { is_superuser: boolean; permissions: readonly string[] }

/**
 * True when the person may do what `name` allows: superusers everything; change and delete include view (product.md
 * §3).
 */
export function can(holder: Holder, name: Permission): boolean {
  if (holder.is_superuser || holder.permissions.includes(name)) return true
  if (!name.startsWith('view_')) return false
  const area = name.slice('view_'.length)
  return holder.permissions.includes(`change_${area}`) || holder.permissions.includes(`delete_${area}`)
}

/** True when the person holds any right; without one, only their own account is reachable (interface.md, calls 13). */
export function hasAnyRight(holder: Holder): boolean {
  return holder.is_superuser || holder.permissions.some(isPermission)
}
