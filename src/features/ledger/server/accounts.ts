import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { FundingType } from '../funding-types.ts'
import type { Db } from '#server/db/db.ts'

/** A ledger account: its kind and exactly the dimensions of that kind (product.md §4). */
export type Account =
  | { kind: 'psp'; provider: string }
  | { kind: 'bank'; bank_account_id: number }
  /** `arrived` / `in_transit` is the memo pair for money that organizations have received. */
  | { kind: 'fees' | 'suspense' | 'arrived' | 'in_transit' }
  | { kind: 'claim_company'; company_id: number }
  | { kind: 'claim_organization'; organization_id: number }
  | { kind: 'project'; project_id: number; funding_type: FundingType }
  | { kind: 'payable'; payout_id: number }
  | { kind: 'refund'; funding_id: number }
  /** Without `budget_id` it is the account of the company's general budget. */
  | { kind: 'budget_available' | 'budget_used'; company_id: number; budget_id?: number }

/** Returns the id of an account and creates it if missing; concurrent callers get the same id. */
export async function accountId(tx: Db, account: Account): Promise<number> {
  const [id] = await accountIds(tx, [account])
  return id!
}

/** Ids of accounts in the given order; creates missing ones. Takes a few statements per kind, however many accounts. */
export async function accountIds(tx: Db, accounts: readonly Account[]): Promise<number[]> {
  const ids = new Map<string, number>()
  for (const [, alike] of Map.groupBy(accounts, shapeOf)) {
    const wanted = [...new Map(alike.map((account) => [keyOf(account), account])).values()]
    const missing = await findAccounts(tx, wanted, ids)
    if (missing.length === 0) continue
    await insertAccounts(tx, missing)
    const never = await findAccounts(tx, missing, ids)
    if (never.length > 0) throw new Error(`the account ${keyOf(never[0]!)} was not made`)
  }
  return accounts.map((account) => ids.get(keyOf(account))!)
}

const dimensionTypes = {
  project_id: 'bigint',
  funding_type: 'smallint',
  company_id: 'bigint',
  organization_id: 'bigint',
  bank_account_id: 'bigint',
  provider: 'text',
  payout_id: 'bigint',
  funding_id: 'bigint',
  budget_id: 'bigint',
} as const
const dimensions = Object.keys(dimensionTypes) as (keyof typeof dimensionTypes)[]

/** Accounts of one kind and the same dimensions are looked up together. */
const shapeOf = (account: Account) => [account.kind, ...Object.keys(account).sort()].join()
const keyOf = (account: Account) => JSON.stringify(account, ['kind', ...dimensions])

/** Adds the ids of accounts of one kind and the same dimensions to `ids`; returns the missing accounts. */
async function findAccounts(tx: Db, wanted: Account[], ids: Map<string, number>): Promise<Account[]> {
  // Every dimension is compared, so that each account is looked up in the unique index.
  const alike = dimensions.map((dimension) =>
    dimension in wanted[0]!
      ? sql`account.${sql.ref(dimension)} = wanted.${sql.ref(dimension)}`
      : sql`account.${sql.ref(dimension)} is null`,
  )
  const { rows } = await sql<{ place: number; id: number }>`
    select wanted.place, account.id from ${recordsOf(wanted)}
    join ledger_accounts account on account.kind = ${wanted[0]!.kind} and ${sql.join(alike, sql` and `)}`.execute(
    tx,
  )
  for (const { place, id } of rows) ids.set(keyOf(wanted[place]!), id)
  return wanted.filter((account) => !ids.has(keyOf(account)))
}

async function insertAccounts(tx: Db, accounts: Account[]): Promise<void> {
  const columns = sql.join(dimensions.map((dimension) => sql.ref(dimension)))
  await sql`
    insert into ledger_accounts (kind, ${columns})
    select ${accounts[0]!.kind}, ${columns} from ${recordsOf(accounts)} order by place
    on conflict do nothing`.execute(tx)
}

function recordsOf(accounts: Account[]) {
  const types = dimensions.map(
    (dimension) => sql`${sql.ref(dimension)} ${sql.raw(dimensionTypes[dimension])}`,
  )
  const records = JSON.stringify(accounts.map((account, place) => ({ ...account, place })))
  return sql`jsonb_to_recordset(${records}::jsonb) as wanted (place integer, ${sql.join(types)})`
}

/** The account that receives gifts without a statement line: the one of bank account `main`. */
export async function mainBank(tx: Db): Promise<number> {
  return accountId(tx, { kind: 'bank', bank_account_id: await mainBankAccount(tx) })
}

/** The id of the bank account `main`. */
export async function mainBankAccount(tx: Db): Promise<number> {
  const { id } = await tx
    .selectFrom('bank_accounts')
    .select('id')
    .where('slug', '=', 'main')
    .executeTakeFirstOrThrow()
  return id
}

/** The balance of an account in cents, debits less credits; with `asOf`, at the end of that business day. */
export async function balanceOf(db: Db, accountId: number, asOf?: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select account_balance(${accountId}::bigint, ${asOf ?? null}::date) as cents`.execute(db)
  return rows[0]!.cents
}

/** Compacts the appended differences of the ledger's stored sums; a nightly chore. */
export async function foldLedger(db: Db): Promise<void> {
  await sql`select fold_ledger()`.execute(db)
}
