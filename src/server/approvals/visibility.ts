import { type RawBuilder, sql } from 'kysely'
import type { GuardedAct } from '#shared/approvals.ts'
import { can, isPermission } from '#shared/permissions.ts'
import { inScope, isCompanyUser, scopeOf } from '../auth/company-scope.ts'
import { allOf, anyOf } from '../lists/list-query.ts'
import type { User } from '../auth/session.ts'

/** The parts of a proposal that decide who may see it, approve it or have proposed it. */
type ProposalScope = { act: GuardedAct; permissions: readonly string[]; company_id: number | null }

// Acts on company money. A company user cannot see proposals of their own that concern another company or that they
// made as staff.
const ofCompanies: readonly GuardedAct[] = ['fund', 'defund', 'unmark', 'cancel', 'import_gifts']

const holdsOne = (user: User, { permissions }: ProposalScope) =>
  permissions.some((name) => isPermission(name) && can(user, name))

/**
 * True when a person holds one of the rights the proposed call needs and acts for its company; staff act for every
 * company.
 */
export function mayDecide(user: User, row: ProposalScope): boolean {
  if (isCompanyUser(user) && (row.company_id === null || row.company_id !== user.company_id)) return false
  return holdsOne(user, row)
}

/**
 * True when a person could still propose this: they hold a right the call needs and act for its company. Company users
 * may also propose acts that belong to no company (bank details, a refund); staff decide on those.
 */
export function mayPropose(user: User, row: ProposalScope): boolean {
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

/** The person's own proposals, as far as they may still see them. */
export function own(user: User): RawBuilder<boolean> {
  const proposed = sql<boolean>`proposed_by = ${user.id}::bigint`
  if (!isCompanyUser(user)) return proposed
  const isOfNone = sql<boolean>`(company_id is null and act <> all(${ofCompanies}::text[]))`
  return allOf([proposed, anyOf([inScope(scopeOf(user), sql`company_id`), isOfNone])])
}

/** Proposals a person may see: their own and those they may decide on. */
export const visibleTo = (user: User) => anyOf([own(user), decidable(user)])
