import { can, type Holder, type Permission } from '#shared/permissions.ts'

/** Compares held and wanted permissions: added, removed, and the first added one that the granting person lacks. */
export function compareGrants(granting: Holder, held: readonly Permission[], wanted: readonly Permission[]) {
  const added = wanted.filter((permission) => !held.includes(permission))
  const removed = held.filter((permission) => !wanted.includes(permission))
  return { added, removed, missing: added.find((permission) => !can(granting, permission)) }
}
