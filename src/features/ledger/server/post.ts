import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { auditAll, type AuditContext, type AuditEvent } from '#server/audit/audit.ts'
import type { EventKind } from '../event-kinds.ts'
import type { Db } from '#server/db/db.ts'

/** The purpose of a row; migrations/0009_ledger.sql defines its accounts and whether it counts as received. */
export type Purpose =
  | 'gift'
  | 'refund'
  | 'chargeback'
  | 'claim'
  | 'settlement'
  | 'payout'
  | 'arrival'
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

export type Row = {
  purpose: Purpose
  debit: number
  credit: number
  amount_cents: number
  funding_id?: number | null
  reverses_id?: number | null
}

export type Entry = {
  kind: EventKind
  business_day: Day
  created_by: number | null
  now: Date
  note?: string
  reverses_id?: number
  payout_id?: number
  bank_line_id?: number
  provider_event_id?: number
  approved_by?: number | null
  /** Its audit event; every transaction made by the product has one. */
  audit_event_id?: number
}

/** A transaction to post: its header and rows. */
export type Posting = { entry: Omit<Entry, 'audit_event_id' | 'created_by' | 'now'>; rows: readonly Row[] }

/** An audit event and the transactions that belong to it. */
export type LedgerEvent = { event: AuditEvent; postings: readonly Posting[] }

/**
 * Posts events, each with its audit event, and returns the transaction ids in order. Takes three statements for up to a
 * few thousand events. Functions that define debit, credit and guards call this one.
 */
export async function postEvents(
  tx: Db,
  context: AuditContext,
  events: readonly LedgerEvent[],
): Promise<number[]> {
  const auditEvents = await auditAll(
    tx,
    context,
    events.map(({ event }) => event),
  )
  const { now, actor } = context
  return postAll(
    tx,
    events.flatMap(({ postings }, at) =>
      postings.map(({ entry, rows }) => ({
        entry: { ...entry, audit_event_id: auditEvents[at]!, created_by: actor.id, now },
        rows,
      })),
    ),
  )
}

/** Posts transactions of an audit event that is already written, such as the lines of a statement. */
export async function postForEvent(
  tx: Db,
  { actor, now }: AuditContext,
  audit_event_id: number,
  postings: readonly Posting[],
): Promise<number[]> {
  return postAll(
    tx,
    postings.map(({ entry, rows }) => ({
      entry: { ...entry, audit_event_id, created_by: actor.id, now },
      rows,
    })),
  )
}

/**
 * Posts one transaction of one or more rows and returns its id; stored sums follow in the same statement. The ledger is
 * append-only. Product code uses `postEvents` instead.
 */
export async function post(tx: Db, entry: Entry, rows: readonly Row[]): Promise<number> {
  const [id] = await postAll(tx, [{ entry, rows }])
  return id!
}

async function postAll(
  tx: Db,
  postings: readonly { entry: Entry; rows: readonly Row[] }[],
): Promise<number[]> {
  if (postings.length === 0) return []
  const entries = postings.map(({ entry: { now, ...entry }, rows }, place) => ({
    ...entry,
    amount_cents: leadingCents(rows),
    created_at: now,
    place,
  }))
  const { rows: made } = await sql<{ id: number }>`
    insert into ledger_transactions (kind, business_day, note, reverses_id, payout_id, bank_line_id,
      provider_event_id, audit_event_id, created_by, approved_by, created_at, amount_cents)
    select kind, business_day, coalesce(note, ''), reverses_id, payout_id, bank_line_id, provider_event_id, audit_event_id, created_by,
      approved_by, created_at, amount_cents
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (place integer, kind text, business_day date,
      note text, reverses_id bigint, payout_id bigint, bank_line_id bigint,
      provider_event_id bigint, audit_event_id bigint, created_by bigint, approved_by bigint,
      created_at timestamptz, amount_cents bigint)
    order by place
    returning id`.execute(tx)
  const ids = made.map((row) => row.id)
  const rows = postings.flatMap((posting, at) =>
    posting.rows.map((row) => ({
      ...row,
      transaction_id: ids[at]!,
      business_day: posting.entry.business_day,
    })),
  )
  await sql`
    insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents,
      funding_id, reverses_id)
    select transaction_id, business_day, purpose, debit, credit, amount_cents, funding_id, reverses_id
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb) as row (
      place integer, transaction_id bigint, business_day date, purpose text, debit bigint, credit bigint,
      amount_cents bigint, funding_id bigint, reverses_id bigint)
    order by place`.execute(tx)
  return ids
}

/** The amount that the journal shows for a transaction: the sum of the rows with the first row's purpose. */
function leadingCents(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => (row.purpose === rows[0]!.purpose ? sum + row.amount_cents : sum), 0)
}

/** Posts the mirror of a whole transaction; a second mirror violates a unique key. */
export async function reverseTransaction(tx: Db, id: number, entry: Entry): Promise<number> {
  const [mirror] = await mirrorsOf(tx, [id])
  return post(tx, { ...entry, reverses_id: id }, mirror!)
}

/** Mirror rows of whole transactions, in the given order; each keeps the purpose and references its original. */
export async function mirrorsOf(tx: Db, transactionIds: readonly number[]): Promise<Row[][]> {
  const { rows } = await sql<{ transaction_id: number; mirror: Row[] }>`
    select transaction_id, jsonb_agg(jsonb_build_object('reverses_id', id, 'purpose', purpose,
      'debit', credit_account_id, 'credit', debit_account_id, 'amount_cents', amount_cents, 'funding_id', funding_id)
      order by id) as mirror
    from ledger_rows where transaction_id = any(${transactionIds}::bigint[]) group by transaction_id`.execute(
    tx,
  )
  const mirrors = new Map(rows.map((row) => [row.transaction_id, row.mirror]))
  return transactionIds.map((id) => mirrors.get(id) ?? [])
}
