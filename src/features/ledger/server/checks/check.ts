import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'

/** The record that a broken row belongs to, which decides its link. */
export type BrokenSubject =
  | 'project'
  | 'transaction'
  | 'account'
  | 'payout'
  | 'claim'
  | 'budget'
  | 'funding_type'
  | 'month'
  | 'organization'
  | 'document'
  | 'ledger'

/**
 * A row that breaks an invariant: two amounts in cents or two counts that should be equal, or neither when `part` is
 * enough.
 */
export type BrokenRow = {
  /** The violated part of the invariant; its text is under `ledger_checks.part.`. */
  part: string
  subject: BrokenSubject
  id: number | null
  slug: string | null
  title: string
  day: Day | null
  left_cents: number | null
  right_cents: number | null
  left_count: number | null
  right_count: number | null
  transaction_id: number | null
}

/** The result of a check. `figures` holds the two sums of a check that compares only two. */
export type CheckResult = {
  checked: number
  figures: [number, number] | null
  broken: number
  rows: BrokenRow[]
}

/** An invariant of the ledger (product.md §4): set-based statements over all rows. */
export type LedgerCheck = {
  /** Texts: the sentence under `ledger_checks.sentence.`, the counted unit under `ledger_checks.unit.`. */
  key: string
  unit:
    | 'transactions'
    | 'projects'
    | 'reversals'
    | 'fundings'
    | 'budgets'
    | 'accounts'
    | 'payouts'
    | 'claims'
    | 'months'
    | 'receipts'
    | 'lines'
    | 'sums'
  /** One row: `checked`, and `left_cents`/`right_cents` for a check of two sums. */
  checked: RawBuilder<unknown>
  /** Rows with `brokenRow`'s columns, without a limit; the most urgent first. */
  broken: RawBuilder<unknown>
}

const mostRows = 100

/** Runs one check; the caller's transaction gives both statements the same snapshot. */
export async function runCheck(tx: Db, check: LedgerCheck): Promise<CheckResult> {
  const counted = await sql<{ checked: number; left_cents?: number; right_cents?: number }>`
    ${check.checked}`.execute(tx)
  const found = await sql<BrokenRow & { total: number }>`
    select *, count(*) over () as total from (${check.broken}) broken
    limit ${sql.lit(mostRows)}`.execute(tx)
  const { checked, left_cents, right_cents } = counted.rows[0]!
  return {
    checked,
    figures: left_cents === undefined || right_cents === undefined ? null : [left_cents, right_cents],
    broken: found.rows[0]?.total ?? 0,
    rows: found.rows.map((row) => {
      const { total: _, ...broken } = row
      return broken
    }),
  }
}

type Columns = {
  part: RawBuilder<unknown>
  subject: BrokenSubject
  id?: RawBuilder<unknown>
  slug?: RawBuilder<unknown>
  title?: RawBuilder<unknown>
  day?: RawBuilder<unknown>
  left?: RawBuilder<unknown>
  right?: RawBuilder<unknown>
  leftCount?: RawBuilder<unknown>
  rightCount?: RawBuilder<unknown>
  transaction?: RawBuilder<unknown>
}

const none = sql`null`

/** Columns of a broken row with defaults, so that each check names only its own. */
export const brokenRow = ({ part, subject, ...given }: Columns) => sql`
  ${part}::text as part, ${sql.lit(subject)}::text as subject, (${given.id ?? none})::bigint as id,
  (${given.slug ?? none})::text as slug, coalesce((${given.title ?? none})::text, '') as title,
  (${given.day ?? none})::date as day, (${given.left ?? none})::bigint as left_cents,
  (${given.right ?? none})::bigint as right_cents, (${given.leftCount ?? none})::bigint as left_count,
  (${given.rightCount ?? none})::bigint as right_count, (${given.transaction ?? none})::bigint as transaction_id`
