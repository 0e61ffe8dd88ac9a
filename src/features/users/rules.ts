import { can, type Holder, type Permission } from '#shared/permissions.ts'
import type { UserType } from './table.ts'

/** Validity of an invitation in days (product.md §5) and of a password reset in hours. */
export const invitationDays = 7
export const resetHours = 2

/** The first of these rights that the granting person lacks and therefore cannot grant. */
export function missingToGrant(granting: Holder, wanted: readonly Permission[]): Permission | undefined {
  return wanted.find((permission) => !can(granting, permission))
}

/** Only staff and company users have rights (product.md §10). */
export function mayHoldRights(type: UserType): boolean {
  return type === 'staff' || type === 'company'
}

type Role = { user_type: UserType; is_superuser: boolean }

/**
 * Why an account cannot get this type and superuser flag; undefined if it can. Only superusers change the flag, the last active
 * superuser stays, and superusers are staff. `lastSuperuser`: no other active account is a superuser.
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

/** A user name cannot be an e-mail address, so that signing in with either finds only one account. */
export function isUsername(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._+-]{2,63}$/u.test(text)
}

const longestWaitMs = 15 * 60_000

/** Throttles wrong current passwords at a password change, so that nobody can guess the password in an open session. */
export const ownPasswordThrottle = { free: 5, longestWaitMs }

/**
 * Password resets before throttling: per account and IP address, and per IP address over all accounts. Beyond `account`,
 * counted from anywhere, no further mail is sent.
 */
export const resetThrottle = {
  pair: { free: 3, longestWaitMs },
  address: { free: 20, longestWaitMs },
  account: { free: 10, longestWaitMs },
}
