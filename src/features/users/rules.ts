import { can, type Holder, type Permission } from '#shared/permissions.ts'
import type { UserType } from './table.ts'

/** Days an invitation can be accepted (product.md §5), hours a password can be reset. */
export const invitationDays = 7
export const resetHours = 2

/** The first of the rights that the granting person lacks; such a right cannot be granted. */
export function missingToGrant(granting: Holder, wanted: readonly Permission[]): Permission | undefined {
  return wanted.find((permission) => !can(granting, permission))
}

/** Rights are for staff and company users (product.md §10). */
export function mayHoldRights(type: UserType): boolean {
  return type === 'staff' || type === 'company'
}

type Role = { user_type: UserType; is_superuser: boolean }

/**
 * Why an account cannot get this type and superuser flag; undefined when it can. Only superusers make or unmake one, the
 * last active one stays, and a superuser is always staff. `lastSuperuser` tells that no other active account is one.
 */
export function refusalOfRole(
  asking: Holder,
  before: Role & { lastSuperuser: boolean },
  after: Role,
): 'superuser_only' | 'last_superuser' | 'superuser_is_staff' | undefined {
  if (before.is_superuser !== after.is_superuser && !asking.is_superuser) return 'superuser_only'
  const remains = after.is_superuser && after.user_type === 'staff'
  if (before.is_superuser && before.lastSuperuser && !remains) return 'last_superuser'
  if (after.is_superuser && !remains) return 'superuser_is_staff'
  return undefined
}

/** A user name is no e-mail address, so that signing in with either never finds two people. */
export function isUsername(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._+-]{2,63}$/u.test(text)
}

const longestWaitMs = 15 * 60_000

/** Limits wrong current passwords on a password change, so that an open session cannot be used to guess it. */
export const ownPasswordThrottle = { free: 5, longestWaitMs }

/**
 * Limits for password resets before they are throttled: per account and address, per address over all accounts, and per
 * account from anywhere (then no further mail is sent).
 */
export const resetThrottle = {
  pair: { free: 3, longestWaitMs },
  address: { free: 20, longestWaitMs },
  account: { free: 10, longestWaitMs },
}
