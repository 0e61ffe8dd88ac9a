import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'

/** What a row is for; which accounts it moves between, and whether it counts as received, stands in migrations/0010. */
export type Purpose =
  | 'gift'
  | 'refund'
  | 'chargeback'
  | 'claim'
  | 'settlement'
  | 'payout'
  | 'refund_paid'
  | 'recovery'
  | 'write_off'
  | 'fee'
  | 'transfer'
  | 'statement'
  | 'budget_grant'
  | 'budget_use'
  | 'budget_return'
  | 'opening'
  | 'correction'

/** One row: debit and credit are ids of `accountId`. */
export type Row = {
  purpose: Purpose
  debit: number
  credit: number
  amount_cents: number
  funding_id?: number | null
  reverses_id?: number | null
}

/** What is known of a transaction beside its rows. */
export type Entry = {
  /** The event. */
  kind: string
  business_day: Day
  created_by: number | null
  now: Date
  note?: string
  reverses_id?: number
  payout_id?: number
}

/**
 * Posts one transaction of one or more rows and returns its id; the kept sums follow in the same statement. The ledger
 * only grows: nothing updates or deletes. Events of the product are posted by functions of their own, which state debit,
 * credit and guards, and call this one.
 */
export async function post(tx: Db, { now, ...entry }: Entry, rows: readonly Row[]): Promise<number> {
  const transaction = await tx
    .insertInto('ledger_transactions')
    .values({ ...entry, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_rows')
    .values(
      rows.map(({ debit, credit, ...row }) => ({
        ...row,
        transaction_id: transaction.id,
        business_day: entry.business_day,
        debit_account_id: debit,
        credit_account_id: credit,
      })),
    )
    .execute()
  return transaction.id
}

/** Posts the mirror of a whole transaction; a second one of the same violates a unique key. */
export async function reverseTransaction(tx: Db, id: number, entry: Entry): Promise<number> {
  const rows = await tx
    .selectFrom('ledger_rows')
    .select(['id', 'purpose', 'debit_account_id', 'credit_account_id', 'amount_cents', 'funding_id'])
    .where('transaction_id', '=', id)
    .orderBy('id')
    .execute()
  return post(
    tx,
    { ...entry, reverses_id: id },
    rows.map((row) => ({
      purpose: row.purpose as Purpose,
      debit: row.credit_account_id,
      credit: row.debit_account_id,
      amount_cents: row.amount_cents,
      funding_id: row.funding_id,
      reverses_id: row.id,
    })),
  )
}
