import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { FundingType } from '../funding-types.ts'
import type { Db } from '#server/db/db.ts'

/** An account of the ledger: its kind and exactly the dimensions of that kind (product.md §4). */
export type Account =
  | { kind: 'psp'; provider: string }
  | { kind: 'bank'; bank_account_id: number }
  | { kind: 'fees' | 'suspense' }
  | { kind: 'claim_company'; company_id: number }
  | { kind: 'claim_organization'; organization_id: number }
  | { kind: 'project'; project_id: number; funding_type: FundingType }
  | { kind: 'payable'; payout_id: number }
  | { kind: 'refund'; funding_id: number }
  /** Without a budget of its own validity it is the company's general one. */
  | { kind: 'budget_available' | 'budget_used'; company_id: number; budget_id?: number }

/** The id of an account, made when missing; two makers at once end up with the same one. */
export async function accountId(tx: Db, account: Account): Promise<number> {
  const known = await findAccount(tx, account)
  if (known !== undefined) return known
  await tx
    .insertInto('ledger_accounts')
    .values(account)
    .onConflict((on) => on.doNothing())
    .execute()
  const made = await findAccount(tx, account)
  if (made === undefined) throw new Error(`the account ${JSON.stringify(account)} was not made`)
  return made
}

async function findAccount(tx: Db, { kind, ...dimensions }: Account): Promise<number | undefined> {
  let accounts = tx.selectFrom('ledger_accounts').select('id').where('kind', '=', kind)
  for (const dimension of Object.keys(noDimensions) as (keyof typeof noDimensions)[]) {
    const value = { ...noDimensions, ...dimensions }[dimension]
    accounts = value === null ? accounts.where(dimension, 'is', null) : accounts.where(dimension, '=', value)
  }
  return (await accounts.executeTakeFirst())?.id
}

const noDimensions: Record<
  | 'project_id'
  | 'funding_type'
  | 'company_id'
  | 'organization_id'
  | 'bank_account_id'
  | 'payout_id'
  | 'funding_id'
  | 'budget_id',
  number | null
> & { provider: string | null } = {
  project_id: null,
  funding_type: null,
  company_id: null,
  organization_id: null,
  bank_account_id: null,
  provider: null,
  payout_id: null,
  funding_id: null,
  budget_id: null,
}

/** The account gifts without a statement line arrive on: the one of the bank account `main`. */
export async function mainBank(tx: Db): Promise<number> {
  const { id } = await tx
    .selectFrom('bank_accounts')
    .select('id')
    .where('slug', '=', 'main')
    .executeTakeFirstOrThrow()
  return accountId(tx, { kind: 'bank', bank_account_id: id })
}

/** What stands on an account in cents, debits less credits; at the end of a business day when one is given. */
export async function balanceOf(db: Db, accountId: number, asOf?: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select account_balance(${accountId}::bigint, ${asOf ?? null}::date) as cents`.execute(db)
  return rows[0]!.cents
}

/** Folds the appended differences of the ledger's kept sums together; a nightly chore. */
export async function foldLedger(db: Db): Promise<void> {
  await sql`select fold_ledger()`.execute(db)
}
