import { type RawBuilder, sql } from 'kysely'
import type { User } from './session.ts'

declare const scope: unique symbol

/**
 * The companies whose money a call may read and move: all, or one (docs/decisions/0033). Functions that read a
 * company's row take a scope as a parameter, so that no route can forget the check. Only `scopeOf`, `scopeOfCompany`
 * and `everyCompany` create one.
 */
export type CompanyScope = { readonly company_id: number | null | 'every'; readonly [scope]: true }

/** The product's own scope: demo data, nightly jobs, checks. */
export const everyCompany = { company_id: 'every' } as CompanyScope

/** True for accounts that act for one company. */
export const isCompanyUser = ({ user_type }: Pick<User, 'user_type'>) => user_type === 'company'

/** A person's scope: staff see every company, a company user their own, a company user without a company none. */
export function scopeOf(user: Pick<User, 'user_type' | 'company_id'>): CompanyScope {
  return isCompanyUser(user) ? ({ company_id: user.company_id } as CompanyScope) : everyCompany
}

/** True when data read in one scope may be shown in another. */
export const isSeenIn = (seenAs: string | null, { company_id }: CompanyScope) =>
  company_id === 'every' || seenAs === textOfScope({ company_id })

/**
 * True when data about these companies may be shown in a scope: it concerns no company, or the scope's own among
 * others.
 */
export const hasPart = (companies: readonly number[], { company_id }: CompanyScope) =>
  company_id === 'every' || companies.length === 0 || companies.some((id) => id === company_id)

/** A scope in its stored form: `every`, a company's id, or empty for an account without a company. */
export const textOfScope = ({ company_id }: Pick<CompanyScope, 'company_id'>) => String(company_id ?? '')

/** The scope of one company that an authorized person selected. */
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
