import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

const of = (word: 'slug' | 'number', table: string, key: string) =>
  sql`(select ${sql.ref(word)} from ${sql.table(table)} where id = account.${sql.ref(key)})`

/**
 * How an `account` is written (product.md §4): `project:{slug}:{type}`, `claim:company:{slug}`, `payable:{number}` …
 * Only what the account's kind names is looked up; joins to all of it cost more to plan than a page of rows to read.
 */
export const accountCode = sql<string>`
  case account.kind
    when 'psp' then 'psp:' || account.provider
    when 'bank' then 'bank:' || ${of('slug', 'bank_accounts', 'bank_account_id')}
    when 'claim_company' then 'claim:company:' || ${of('slug', 'companies', 'company_id')}
    when 'claim_organization' then 'claim:org:' || ${of('slug', 'organizations', 'organization_id')}
    when 'fees' then 'expense:fees'
    when 'project' then 'project:' || ${of('slug', 'projects', 'project_id')} || ':' || account.funding_type
    when 'payable' then 'payable:' || ${of('number', 'payouts', 'payout_id')}
    when 'refund' then 'refund:' || ${of('slug', 'fundings', 'funding_id')}
    when 'budget_available' then 'budget_available:' || ${of('slug', 'companies', 'company_id')}
      || coalesce(':' || ${of('slug', 'budgets', 'budget_id')}, '')
    when 'budget_used' then 'budget_used:' || ${of('slug', 'companies', 'company_id')}
      || coalesce(':' || ${of('slug', 'budgets', 'budget_id')}, '')
    else account.kind end`

/** The code of the account with this id. */
export const codeOf = (id: RawBuilder<unknown>) =>
  sql<string>`(select ${accountCode} from ledger_accounts account where account.id = ${id})`

/** The codes of accounts by id. */
export async function codesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; code: string }>`
    select account.id, ${accountCode} as code from ledger_accounts account
    where account.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.code]))
}
