import { auditOf } from '#server/audit/audit.ts'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { randomToken } from '#server/base/tokens.ts'
import { sql } from 'kysely'
import type { FundingType } from '../funding-types.ts'
import { type Account, accountIds } from './accounts.ts'
import { refuseClosedMonth } from './months.ts'
import { postEvents } from './post.ts'

export type Budget = { id: number; company_id: number; is_general: boolean }

/** A company's gift to a project from one of its budgets; cents, booked on the given Berlin day. */
export type InternalFunding = {
  project: { id: number; title: string }
  company: { title: string }
  budget: Budget
  funding_type: FundingType
  amount_cents: number
  business_day: Day
  note: string
}

/** The account pair of a budget: available and used. */
export function budgetAccounts({ id, company_id, is_general }: Budget): [available: Account, used: Account] {
  const dimensions = is_general ? { company_id } : { company_id, budget_id: id }
  return [
    { kind: 'budget_available', ...dimensions },
    { kind: 'budget_used', ...dimensions },
  ]
}

/**
 * Funds a project internally (product.md §4): claim_company / project, and budget_used / budget_available. The caller
 * holds the project's lock. Guards: at most the missing amount (409 `exceeds_missing`), at most what the budget has
 * left on that day and since (409 `budget_exceeded`), a day in an open month (400). Returns the confirmed gift.
 */
export async function postInternalFunding(
  tx: Db,
  context: AuditContext,
  given: InternalFunding,
): Promise<{ id: number; slug: string }> {
  const { project, company, budget, funding_type, amount_cents, business_day, note } = given
  await refuseClosedMonth(tx, business_day)
  await refuseMoreThanMissing(tx, project.id, amount_cents)
  const [owed, received, available, used] = await accountIds(tx, [
    { kind: 'claim_company', company_id: budget.company_id },
    { kind: 'project', project_id: project.id, funding_type },
    ...budgetAccounts(budget),
  ])
  await refuseMoreThanLeft(tx, [owed!, received!, available!, used!], {
    available: available!,
    amount_cents,
    day: business_day,
  })
  const gift = await tx
    .insertInto('fundings')
    .values({
      slug: `g-${randomToken().slice(0, 16)}`,
      project_id: project.id,
      funding_type,
      amount_cents,
      state: 'confirmed',
      received_on: business_day,
      source: 'internal',
      note,
      company_id: budget.company_id,
      budget_id: budget.id,
      created_by: context.actor.id,
      created_at: context.now,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  const funding_id = gift.id
  await postEvents(tx, context, [
    {
      event: {
        action: 'fund',
        ...auditOf('project', project),
        after: { funding: gift.slug, company: company.title, funding_type, amount_cents, business_day, note },
      },
      postings: [
        {
          entry: { kind: 'funded_internally', business_day, note },
          rows: [
            { purpose: 'gift', debit: owed!, credit: received!, amount_cents, funding_id },
            { purpose: 'budget_use', debit: used!, credit: available!, amount_cents, funding_id },
          ],
        },
      ],
    },
  ])
  return gift
}

async function refuseMoreThanMissing(tx: Db, projectId: number, amount_cents: number): Promise<void> {
  const { target_cents, funded_cents } = await tx
    .selectFrom('projects')
    .select(['target_cents', 'funded_cents'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const missing_cents = Math.max(0, target_cents - funded_cents)
  if (amount_cents > missing_cents) throw conflict('exceeds_missing', { current: { missing_cents } })
}

// Locks all accounts of the transaction at once, by id, before reading balances, so that transactions sharing accounts
// are serialized. The locks last until the end, so the balance read is the balance spent.
async function refuseMoreThanLeft(
  tx: Db,
  accounts: readonly number[],
  { available, amount_cents, day }: { available: number; amount_cents: number; day: Day },
): Promise<void> {
  await sql`
    select from ledger_accounts where id = any(${accounts}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const available_cents = await availableOf(tx, available, day)
  if (amount_cents > available_cents) throw conflict('budget_exceeded', { current: { available_cents } })
}

/** `availableOn` for a single budget. */
export const availableOf = async (db: Db, accountId: number, day?: Day): Promise<number> =>
  (await availableOn(db, [accountId], day)).get(accountId)!

/**
 * Available cents of budgets, by account. A backdated booking must be covered on its day and on every later day;
 * without a day it is the total balance.
 */
export async function availableOn(
  db: Db,
  accountIds: readonly number[],
  day?: Day,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; cents: number }>`
    select account.id, (account.balance_cents - coalesce(greatest(running.most, 0), 0))::bigint as cents
    from ledger_accounts account
    cross join lateral (
      select max(later) as most from (
        select sum(sum(cents)) over (order by business_day desc) as later
        from (
          select business_day, amount_cents as cents from ledger_rows
          where debit_account_id = account.id and business_day > ${day ?? 'infinity'}::date
          union all
          select business_day, -amount_cents from ledger_rows
          where credit_account_id = account.id and business_day > ${day ?? 'infinity'}::date
        ) side group by business_day
      ) later_days
    ) running
    where account.id = any(${accountIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
