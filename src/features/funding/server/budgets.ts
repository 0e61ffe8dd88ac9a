import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import type { User } from '#server/auth/session.ts'
import { type BudgetRow, budgetsOf, budgetTitle, companiesOf } from '#features/ledger/server/budgets.ts'
import { availableOn } from '#features/ledger/server/fund.ts'
import type { BudgetChoice } from '../contract.ts'
import { isValidOn } from '../rules.ts'

export type StoredBudget = {
  id: number
  slug: string
  company_id: number
  title: string
  funding_type: FundingType | null
  valid_from: Day | null
  valid_until: Day | null
  is_general: boolean
}

export type Company = { id: number; slug: string; title: string }

/** A company by its slug; 400 at `field`, also when a company user names another company. */
export async function companyOf(db: Db, user: User, slug: string, field: string): Promise<Company> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'slug', 'title'])
    .where('slug', '=', slug)
    .where(companiesOf(user))
    .executeTakeFirst()
  if (!company) throw invalid({ [field]: 'funding.unknown_company' })
  return company
}

const columns = [
  'id',
  'slug',
  'company_id',
  'title',
  'funding_type',
  'valid_from',
  'valid_until',
  'is_general',
] as const

/**
 * The budget to pay from, locked against changes until the transaction ends: the named one, or the company's general
 * one.
 */
export async function budgetToUse(
  tx: Db,
  company: Company,
  slug: string | undefined,
  business_day: Day,
): Promise<StoredBudget> {
  const budget = (await tx
    .selectFrom('budgets')
    .select(columns)
    .where('company_id', '=', company.id)
    .$if(slug !== undefined, (budgets) => budgets.where('slug', '=', slug!))
    .$if(slug === undefined, (budgets) => budgets.where('is_general', '=', true))
    .forShare()
    .executeTakeFirst()) as StoredBudget | undefined
  if (!budget) throw invalid({ budget_slug: 'funding.unknown_budget' })
  if (!isValidOn(budget, business_day)) throw invalid({ budget_slug: 'funding.budget_not_valid' })
  return budget
}

/** A company's budgets that are valid on a day, the general one first, with granted and available amounts. */
export async function validBudgets(
  db: Db,
  company: Company,
  business_day: Day,
  locale: Locale,
): Promise<(BudgetChoice & { type: FundingType | null })[]> {
  const { rows } = await sql<BudgetRow>`
    select * from (${budgetsOf(sql`${company.id}`, business_day)}) budget where validity = 'valid'
    order by is_general desc, fold(title), id`.execute(db)
  // Money granted after that day was not available yet.
  const left = await availableOn(
    db,
    rows.flatMap(({ account_id }) => account_id ?? []),
    business_day,
  )
  return rows.map(({ account_id, ...row }) => ({
    slug: row.slug,
    title: budgetTitle(row, locale),
    is_general: row.is_general,
    type: row.funding_type,
    funding_type: {
      choice: row.funding_type,
      display: row.funding_type === null ? '' : textOf(locale, fundingTypes[row.funding_type].text),
    },
    valid_from: row.valid_from,
    valid_until: row.valid_until,
    granted_cents: row.granted_cents,
    used_cents: row.granted_cents - row.available_cents,
    available_cents: (account_id === null ? undefined : left.get(account_id)) ?? 0,
  }))
}
