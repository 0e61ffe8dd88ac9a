import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { paging } from '#server/list.ts'
import { accountId, post } from '#features/ledger/server/queries.ts'
import type { DonatingCompany } from '../contract.ts'

/** The memo pair of a company's budget (product.md §4): what is left, and what was taken from it. */
export const budgetAccounts = (companyId: number) => ({
  available: `budget_available:${companyId}`,
  used: `budget_used:${companyId}`,
})

type Stored = DonatingCompany & { id: number }

// Read off the ledger: what is left is debits minus credits, the budget is what was added in all.
const rowsWith = (condition: RawBuilder<boolean>, slice: RawBuilder<unknown>) => sql<Stored>`
  select company.id, company.slug, company.title, company.version,
    coalesce(moved.added, 0)::bigint as budget_cents, coalesce(moved.available, 0)::bigint as available_cents
  from (
    select * from companies where ${condition} order by fold(title) collate "C", id ${slice}
  ) company
  left join ledger_accounts account on account.code = 'budget_available:' || company.id
  left join lateral (
    select sum(cents) as available, sum(cents) filter (where kind = 'budget_added') as added
    from (
      select amount_cents as cents, transaction_id from ledger_rows where debit_account_id = account.id
      union all
      select -amount_cents, transaction_id from ledger_rows where credit_account_id = account.id
    ) entry join ledger_transactions on ledger_transactions.id = entry.transaction_id
  ) moved on true
  order by fold(company.title) collate "C", company.id`

/** One page of the donating companies, by title. */
export async function listCompanies(db: Db, query: { page: number; page_size: number }) {
  const { n } = await db
    .selectFrom('companies')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const slice = sql`limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`
  const { rows: results } = await rowsWith(sql`true`, slice).execute(db)
  return { ...paging(n, query), results }
}

/** One company with what is left of its budget; throws notFound. */
export async function getCompany(db: Db, slug: string): Promise<Stored> {
  const { rows } = await rowsWith(sql`slug = ${slug}`, sql``).execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The same, locked until the transaction ends: whoever takes from the budget comes one after another. */
export async function lockCompany(tx: Db, slug: string): Promise<Stored> {
  await tx.selectFrom('companies').select('id').where('slug', '=', slug).forUpdate().execute()
  return getCompany(tx, slug)
}

/** Adds to a company's budget on the ledger, in cents. */
export async function addBudget(
  tx: Db,
  budget: {
    company_id: number
    amount_cents: number
    business_date: Day
    created_by: number | null
    now: Date
  },
): Promise<void> {
  const { company_id, amount_cents, ...entry } = budget
  const codes = budgetAccounts(company_id)
  await post(tx, {
    kind: 'budget_added',
    ...entry,
    rows: [
      {
        debit_account_id: await accountId(tx, codes.available, null),
        credit_account_id: await accountId(tx, codes.used, null),
        amount_cents,
      },
    ],
  })
}
