import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** How an account is written (product.md §4): `project:{slug}:{type}`, `claim:company:{slug}`, `payable:{number}` … */
export const accountCode = sql<string>`
  case account.kind
    when 'psp' then 'psp:' || account.provider
    when 'bank' then 'bank:' || house.slug
    when 'claim_company' then 'claim:company:' || company.slug
    when 'claim_organization' then 'claim:org:' || organization.slug
    when 'fees' then 'expense:fees'
    when 'project' then 'project:' || project.slug || ':' || account.funding_type
    when 'payable' then 'payable:' || payout.number
    when 'refund' then 'refund:' || funding.slug
    when 'budget_available' then 'budget_available:' || company.slug || coalesce(':' || budget.slug, '')
    when 'budget_used' then 'budget_used:' || company.slug || coalesce(':' || budget.slug, '')
    else account.kind end`

/** The tables that a code reads, left-joined to `account`. */
export const codeTables = sql`
  left join bank_accounts house on house.id = account.bank_account_id
  left join companies company on company.id = account.company_id
  left join organizations organization on organization.id = account.organization_id
  left join projects project on project.id = account.project_id
  left join payouts payout on payout.id = account.payout_id
  left join fundings funding on funding.id = account.funding_id
  left join budgets budget on budget.id = account.budget_id`

/** The codes of accounts by id. */
export async function codesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; code: string }>`
    select account.id, ${accountCode} as code from ledger_accounts account ${codeTables}
    where account.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.code]))
}
