import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { text, textOf } from '#server/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { availableOn } from '#features/ledger/server/fund.ts'
import type { BudgetChoice } from '../contract.ts'
import { isValidOn } from '../rules.ts'

/** A budget as it is stored. */
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

/** A company by its slug; 400 at `field`. */
export async function companyOf(db: Db, slug: string, field: string): Promise<Company> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'slug', 'title'])
    .where('slug', '=', slug)
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

/** The budget to pay from, kept as it is until the transaction ends: the one named, else the company's general one. */
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

/** What a budget is called. */
export function budgetTitle(budget: Pick<StoredBudget, 'title' | 'is_general'>, locale: Locale): string {
  return budget.is_general && budget.title === '' ? text(locale, 'funding.general_budget') : budget.title
}

/** The budgets of a company that are valid on a day, the general one first, with what was granted and is left. */
export async function validBudgets(
  db: Db,
  company: Company,
  business_day: Day,
  locale: Locale,
): Promise<(BudgetChoice & { type: FundingType | null })[]> {
  const { rows } = await sql<StoredBudget & { account: number | null; granted_cents: number }>`
    select budget.id, budget.slug, budget.company_id, budget.title, budget.funding_type, budget.valid_from,
      budget.valid_until, budget.is_general, account.id as account, coalesce(granted.cents, 0)::bigint as granted_cents
    from budgets budget
    left join ledger_accounts account on account.kind = 'budget_available' and account.company_id = budget.company_id
      and account.budget_id is not distinct from case when budget.is_general then null else budget.id end
    left join lateral (
      select sum(case when reverses_id is null then amount_cents else -amount_cents end) as cents
      from ledger_rows where purpose = 'budget_grant' and account.id in (debit_account_id, credit_account_id)
    ) granted on true
    where budget.company_id = ${company.id}
    order by budget.is_general desc, fold(budget.title), budget.id`.execute(db)
  const choices = []
  for (const row of rows) {
    if (!isValidOn(row, business_day)) continue
    const balance_cents = row.account === null ? 0 : await availableOn(db, row.account)
    const available_cents = row.account === null ? 0 : await availableOn(db, row.account, business_day)
    choices.push({
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
      used_cents: row.granted_cents - balance_cents,
      available_cents,
    })
  }
  return choices
}
