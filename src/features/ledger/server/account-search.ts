import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { anyOf } from '#server/lists/list-query.ts'
import { accountCode } from './account-codes.ts'

/** An account with its code; `sign` turns debits less credits into the account's normal direction. */
export type NamedAccount = { id: number; kind: string; code: string; sign: 1 | -1 }

/** Kinds whose normal side is credit: liabilities, and the counter-accounts of memo pairs. */
export const creditKinds = ['project', 'payable', 'refund', 'suspense', 'budget_used', 'in_transit'] as const

const conditionOf = (name: string): RawBuilder<boolean> | undefined => {
  if (/^\d{1,15}$/.test(name)) return sql`account.id = ${name}::bigint`
  const [kind, ...rest] = name.split(':')
  const [first = '', second] = rest
  const slugs = (condition: RawBuilder<boolean>, more: boolean) => (more ? condition : undefined)
  switch (kind) {
    case 'psp':
      return slugs(sql`account.kind = 'psp' and account.provider = ${first}`, rest.length === 1)
    case 'bank':
      return slugs(
        sql`account.bank_account_id = (select id from bank_accounts where slug = ${first})`,
        rest.length === 1,
      )
    case 'claim':
      if (rest.length !== 2) return undefined
      return first === 'company'
        ? sql`account.kind = 'claim_company' and account.company_id = (select id from companies where slug = ${second})`
        : sql`account.kind = 'claim_organization'
            and account.organization_id = (select id from organizations where slug = ${second})`
    case 'expense':
      return slugs(sql`account.kind = 'fees'`, first === 'fees')
    case 'project':
      return slugs(
        sql`account.project_id = (select id from projects where slug = ${first})
          and (${second ?? null}::text is null or account.funding_type::text = ${second ?? null}::text)`,
        rest.length === 1 || rest.length === 2,
      )
    case 'payable':
      return slugs(
        sql`account.payout_id = (select id from payouts where number = ${first})`,
        rest.length === 1,
      )
    case 'refund':
      return slugs(
        sql`account.kind = 'refund' and account.funding_id = (select id from fundings where slug = ${first})`,
        rest.length === 1,
      )
    case 'budget_available':
    case 'budget_used':
      return slugs(
        sql`account.kind = ${kind} and account.company_id = (select id from companies where slug = ${first})
          and (${second ?? null}::text is null or account.budget_id = (select id from budgets where slug = ${second ?? null}))`,
        rest.length === 1 || rest.length === 2,
      )
    case 'suspense':
    case 'in_transit':
    case 'arrived':
      return slugs(sql`account.kind = ${kind}`, rest.length === 0)
    default:
      return undefined
  }
}

/** Accounts by id or code; a code without its last part matches every account below it. */
export async function accountsNamed(db: Db, names: readonly string[]): Promise<NamedAccount[]> {
  const conditions = names.flatMap((name) => conditionOf(name) ?? [])
  if (conditions.length === 0) return []
  const { rows } = await sql<NamedAccount>`
    select account.id, account.kind, ${accountCode} as code,
      case when account.kind = any(${creditKinds}::text[]) then -1 else 1 end as sign
    from ledger_accounts account
    where ${anyOf(conditions)} order by account.id limit 1000`.execute(db)
  return rows
}
