import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { accountId } from './accounts.ts'
import { post } from './post.ts'

/**
 * Adds to a company's budget, in cents: budget_available / budget_used, the memo pair (product.md §4). What is left of a
 * budget never becomes negative; the account itself refuses it.
 */
export async function postBudgetGrant(
  tx: Db,
  budget: {
    company_id: number
    amount_cents: number
    business_day: Day
    created_by: number | null
    now: Date
  },
): Promise<void> {
  const { company_id, amount_cents, ...entry } = budget
  await post(tx, { kind: 'budget_added', ...entry }, [
    {
      purpose: 'budget_grant',
      debit: await accountId(tx, { kind: 'budget_available', company_id }),
      credit: await accountId(tx, { kind: 'budget_used', company_id }),
      amount_cents,
    },
  ])
}
