import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { inScope, scopeOf } from '#server/auth/company-scope.ts'
import type { User } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import type { FundingType } from '../funding-types.ts'
import { accountIds } from './accounts.ts'
import { type Budget, budgetAccounts } from './fund.ts'
import { post } from './post.ts'

/**
 * Adds cents to a company's budget, by default the general one: budget_available / budget_used, the memo pair
 * (product.md §4). The account itself rejects a negative available balance.
 */
export async function postBudgetGrant(
  tx: Db,
  grant: {
    company_id: number
    budget?: Budget
    amount_cents: number
    business_day: Day
    created_by: number | null
    now: Date
    note?: string
    audit_event_id?: number
  },
): Promise<void> {
  const { company_id, budget, amount_cents, ...entry } = grant
  const [debit, credit] = await accountIds(
    tx,
    budgetAccounts(budget ?? { id: 0, company_id, is_general: true }),
  )
  await post(tx, { kind: 'budget_added', ...entry }, [
    { purpose: 'budget_grant', debit: debit!, credit: credit!, amount_cents },
  ])
}

/** SQL condition on `companies`: those that a person may see. */
export const companiesOf = (user: Pick<User, 'user_type' | 'company_id'>) =>
  inScope(scopeOf(user), sql`companies.id`)

/** A budget with its money, in cents: `granted` sums its grants, `available` is the stored balance of its account. */
export type BudgetRow = {
  id: number
  slug: string
  title: string
  funding_type: FundingType | null
  valid_from: Day | null
  valid_until: Day | null
  is_general: boolean
  validity: 'coming' | 'valid' | 'expired'
  granted_cents: number
  available_cents: number
  version: number
  /** Null until the first grant. */
  account_id: number | null
}

/** The budgets of a company, as a query. */
export const budgetsOf = (company: RawBuilder<unknown>, day: Day) => sql<BudgetRow>`
  select budget.slug, budget.title, budget.funding_type, budget.valid_from, budget.valid_until, budget.is_general,
    case when budget.valid_from > (select ${day}::date) then 'coming'
      when budget.valid_until < (select ${day}::date) then 'expired' else 'valid' end as validity,
    coalesce(granted.cents, 0)::bigint as granted_cents, coalesce(account.balance_cents, 0)::bigint as available_cents,
    budget.version, budget.id, account.id as account_id
  from budgets budget
  left join ledger_accounts account on account.kind = 'budget_available' and account.company_id = budget.company_id
    and account.budget_id is not distinct from (case when budget.is_general then null else budget.id end)
  left join lateral (
    select sum(case when reverses_id is null then amount_cents else -amount_cents end) as cents
    from ledger_rows where account.id in (debit_account_id, credit_account_id) and purpose = 'budget_grant'
  ) granted on true
  where budget.company_id = ${company}`

export function budgetTitle(budget: Pick<BudgetRow, 'title' | 'is_general'>, locale: Locale): string {
  return budget.is_general ? text(locale, 'companies.general_budget') : budget.title
}
