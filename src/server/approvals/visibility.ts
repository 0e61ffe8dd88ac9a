import { type RawBuilder, sql } from 'kysely'
import type { GuardedAct } from '#shared/approvals.ts'
import { can, isPermission } from '#shared/permissions.ts'
import { inScope, isCompanyUser, scopeOf } from '../auth/company-scope.ts'
import { allOf, anyOf } from '../lists/list-query.ts'
import type { User } from '../auth/session.ts'

/** What of a proposal says who may see it, decide on it and have proposed it. */
type Proposed = { act: GuardedAct; permissions: readonly string[]; company_id: number | null }

// Acts about what belongs to companies. A company user loses sight of those they proposed for another company or as staff.
const ofCompanies: readonly GuardedAct[] = ['fund', 'defund', 'unmark', 'cancel', 'import_gifts']

const holdsOne = (user: User, { permissions }: Proposed) =>
  permissions.some((name) => isPermission(name) && can(user, name))

/** True when a person holds a right that the proposed call takes, and speaks for its company; staff speak for every one. */
export function mayDecide(user: User, row: Proposed): boolean {
  if (isCompanyUser(user) && (row.company_id === null || row.company_id !== user.company_id)) return false
  return holdsOne(user, row)
}

/**
 * True when a person could still propose this: holds a right that the call takes, and speaks for its company. What belongs to
 * no company (bank details, a refund) company users propose too; staff decide on it.
 */
export function mayPropose(user: User, row: Proposed): boolean {
  const isOfNone = row.company_id === null && !ofCompanies.includes(row.act)
  return isOfNone ? holdsOne(user, row) : mayDecide(user, row)
}

/** `mayDecide` as a condition on rows of approvals. A company user who has no company may decide on none. */
export function decidable(user: User): RawBuilder<boolean> {
  const held = user.is_superuser
    ? sql<boolean>`true`
    : sql<boolean>`permissions && ${user.permissions}::text[]`
  return allOf([held, inScope(scopeOf(user), sql`company_id`)])
}

/** What a person proposed, as far as they still may see it. */
export function own(user: User): RawBuilder<boolean> {
  const proposed = sql<boolean>`proposed_by = ${user.id}::bigint`
  if (!isCompanyUser(user)) return proposed
  const isOfNone = sql<boolean>`(company_id is null and act <> all(${ofCompanies}::text[]))`
  return allOf([proposed, anyOf([inScope(scopeOf(user), sql`company_id`), isOfNone])])
}

/** The proposals that a person may see: the own ones and those to decide on. */
export const visibleTo = (user: User) => anyOf([own(user), decidable(user)])
