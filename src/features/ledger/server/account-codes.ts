import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { FundingType } from '../funding-types.ts'

const of = (word: 'slug' | 'number', table: string, key: string) =>
  sql`(select ${sql.ref(word)} from ${sql.table(table)} where id = account.${sql.ref(key)})`

/**
 * The code of an `account` (product.md §4): `project:{slug}:{type}`, `claim:company:{slug}`, `payable:{number}` …
 * Subqueries look up only what the account's kind needs; planning joins to every dimension costs more than reading a
 * page.
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

const titleIn = (table: string, id: RawBuilder<unknown>) =>
  sql`(select title from ${sql.table(table)} where id = ${id})`

/** Owner of an `account`, as the title of a record and never a donor's name: '' for accounts without an owner. */
const accountOwner = sql<string>`
  case account.kind
    when 'psp' then coalesce(account.provider, '')
    when 'bank' then ${titleIn('bank_accounts', sql`account.bank_account_id`)}
    when 'claim_company' then ${titleIn('companies', sql`account.company_id`)}
    when 'claim_organization' then ${titleIn('organizations', sql`account.organization_id`)}
    when 'project' then ${titleIn('projects', sql`account.project_id`)}
    when 'payable' then ${titleIn('projects', sql`(select project_id from payouts where id = account.payout_id)`)}
    when 'refund' then ${titleIn('projects', sql`(select project_id from fundings where id = account.funding_id)`)}
    when 'budget_available' then ${titleIn('companies', sql`account.company_id`)}
      || coalesce(' · ' || nullif(${titleIn('budgets', sql`account.budget_id`)}, ''), '')
    when 'budget_used' then ${titleIn('companies', sql`account.company_id`)}
      || coalesce(' · ' || nullif(${titleIn('budgets', sql`account.budget_id`)}, ''), '')
    else '' end`

export type AccountRead = {
  id: number
  code: string
  kind: string
  owner: string
  funding_type: FundingType | null
  payout: string | null
}

export const accountOf = (id: RawBuilder<unknown>) => sql<AccountRead>`(
  select jsonb_build_object('id', account.id, 'code', ${accountCode}, 'kind', account.kind, 'owner', ${accountOwner},
    'funding_type', account.funding_type, 'payout', ${of('number', 'payouts', 'payout_id')})
  from ledger_accounts account where account.id = ${id})`

export async function codesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; code: string }>`
    select account.id, ${accountCode} as code from ledger_accounts account
    where account.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.code]))
}
