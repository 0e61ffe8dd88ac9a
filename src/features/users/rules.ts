import { can, type Holder, type Permission } from '#shared/permissions.ts'

/** Days an invitation can be accepted (product.md §5), hours a password can be reset. */
export const invitationDays = 7
export const resetHours = 2

/** The first of the rights that the granting person lacks: nobody grants what they lack. */
export function missingToGrant(granting: Holder, wanted: readonly Permission[]): Permission | undefined {
  return wanted.find((permission) => !can(granting, permission))
}

/** A user name is no e-mail address, so that signing in with either never finds two people. */
export function isUsername(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._+-]{2,63}$/u.test(text)
}

/** How often a password reset may be asked for, per address asked about and per address asking, before it has to wait. */
export const resetThrottle = { account: 3, address: 20 }
