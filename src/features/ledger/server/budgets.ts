import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { accountId, accountIds } from './accounts.ts'
import { type Budget, budgetAccounts } from './fund.ts'
import { post } from './post.ts'

/**
 * Adds to a company's budget, in cents: budget_available / budget_used, the memo pair (product.md §4); to its general one
 * unless another is given. What is left of a budget never becomes negative; the account itself refuses it.
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

/** The account that says what is left of a budget. */
export function availableAccount(tx: Db, budget: Budget): Promise<number> {
  return accountId(tx, budgetAccounts(budget)[0])
}
