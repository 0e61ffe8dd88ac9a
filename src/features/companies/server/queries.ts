import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { paging } from '#server/list.ts'
import type { DonatingCompany } from '../contract.ts'

type Stored = DonatingCompany & { id: number }

// What is left is the kept balance of the budgets' accounts; the budget is what was ever granted.
const rowsWith = (condition: RawBuilder<boolean>, slice: RawBuilder<unknown>) => sql<Stored>`
  select company.id, company.slug, company.title, company.version,
    coalesce(budget.granted, 0)::bigint as budget_cents, coalesce(budget.available, 0)::bigint as available_cents
  from (
    select * from companies where ${condition} order by fold(title) collate "C", id ${slice}
  ) company
  left join lateral (
    select sum(balance_cents) as available, sum(granted.cents) as granted
    from ledger_accounts account, lateral (
      select sum(case when reverses_id is null then amount_cents else -amount_cents end) as cents
      from ledger_rows where account.id in (debit_account_id, credit_account_id) and purpose = 'budget_grant'
    ) granted
    where account.kind = 'budget_available' and account.company_id = company.id
  ) budget on true
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
  await tx.selectFrom('companies').select('id').where('slug', '=', slug).forNoKeyUpdate().execute()
  return getCompany(tx, slug)
}
