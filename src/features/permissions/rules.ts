import {
  type Area,
  areas,
  can,
  type Holder,
  type Permission,
  permissionTypes,
  type PermissionType,
  type SingleRight,
  singleRights,
} from '#shared/permissions.ts'

/** What can be granted under one name, type by type. A single right has the one type "view and change". */
export function typesOf(name: string): Partial<Record<PermissionType, Permission>> | undefined {
  if ((singleRights as readonly string[]).includes(name)) return { 'view and change': name as SingleRight }
  if (!(areas as readonly string[]).includes(name)) return undefined
  const types = Object.entries(permissionTypes) as [
    PermissionType,
    (typeof permissionTypes)[PermissionType],
  ][]
  return Object.fromEntries(types.map(([type, prefix]) => [type, `${prefix}${name as Area}`]))
}

/** Of what a person held and shall hold: what is new, what goes, and the first new right the granting person lacks. */
export function compareGrants(granting: Holder, held: readonly Permission[], wanted: readonly Permission[]) {
  const added = wanted.filter((permission) => !held.includes(permission))
  const removed = held.filter((permission) => !wanted.includes(permission))
  return { added, removed, missing: added.find((permission) => !can(granting, permission)) }
}
