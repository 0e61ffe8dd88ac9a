import { type RawBuilder, sql } from 'kysely'
import type { User } from './session.ts'

declare const scope: unique symbol

/**
 * Whose company money a call may read and move: every company's, or one company's (docs/decisions/0033). Functions that read
 * a row of a company take it, so that no route can forget to ask. Only `scopeOf`, `scopeOfCompany` and `everyCompany` make one.
 */
export type CompanyScope = { readonly company_id: number | null | 'every'; readonly [scope]: true }

/** The scope of the product itself: demo data, nightly jobs, checks. */
export const everyCompany = { company_id: 'every' } as CompanyScope

/** True for accounts that speak for one company. */
export const isCompanyUser = ({ user_type }: Pick<User, 'user_type'>) => user_type === 'company'

/** The scope of a person: staff see every company, a company user the own one, one without a company none. */
export function scopeOf(user: Pick<User, 'user_type' | 'company_id'>): CompanyScope {
  return isCompanyUser(user) ? ({ company_id: user.company_id } as CompanyScope) : everyCompany
}

/** True when what was seen in one scope may be shown in another. */
export const isSeenIn = (seenAs: string | null, { company_id }: CompanyScope) =>
  company_id === 'every' || seenAs === textOfScope({ company_id })

/** True when what tells of these companies' money may be shown in a scope: it tells of no company's, or of the own one's too. */
export const hasPart = (companies: readonly number[], { company_id }: CompanyScope) =>
  company_id === 'every' || companies.length === 0 || companies.some((id) => id === company_id)

/** A scope as it is stored: `every`, a company's id, or nothing for an account without a company. */
export const textOfScope = ({ company_id }: Pick<CompanyScope, 'company_id'>) => String(company_id ?? '')

/** The scope of one company, which a person who may see it has chosen. */
export const scopeOfCompany = ({ id }: { id: number }) => ({ company_id: id }) as CompanyScope

/** Rows of the companies in scope, as a condition on a column that holds a company's id. */
export function inScope({ company_id }: CompanyScope, column: RawBuilder<unknown>): RawBuilder<boolean> {
  return company_id === 'every' ? sql<boolean>`true` : sql<boolean>`${column} = ${company_id}::bigint`
}

/** Rows of the companies in scope and rows of no company at all. */
export function inScopeOrNoCompany(
  { company_id }: CompanyScope,
  column: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return company_id === 'every'
    ? sql<boolean>`true`
    : sql<boolean>`(${column} is null or ${column} = ${company_id}::bigint)`
}
