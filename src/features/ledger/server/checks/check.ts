import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'

/** What a broken row is about, and so where a link to it leads. */
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
 * A row that breaks an invariant: two figures in cents or two counts that should be equal, or none where `part` says it
 * all.
 */
export type BrokenRow = {
  /** Which of the things that the invariant says does not hold; has its words under `ledger_checks.part.`. */
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

/** What a check found. `figures` are the two sums it compared, where it compared only two. */
export type Found = {
  checked: number
  figures: [number, number] | null
  broken: number
  rows: BrokenRow[]
}

/** An invariant of the ledger (product.md §4): set-based statements over everything, in the words of its own key. */
export type LedgerCheck = {
  /** Its sentence stands in the catalogue under `ledger_checks.sentence.`, what it counts under `ledger_checks.unit.`. */
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
  /** Rows of `brokenRow`'s columns, without a limit; ordered by what should be looked at first. */
  broken: RawBuilder<unknown>
}

const mostRows = 100

/** Runs one check; the caller's transaction gives both statements one view of the ledger. */
export async function runCheck(tx: Db, check: LedgerCheck): Promise<Found> {
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

/** The columns of a broken row, so that each check says only what it has. */
export const brokenRow = ({ part, subject, ...given }: Columns) => sql`
  ${part}::text as part, ${sql.lit(subject)}::text as subject, (${given.id ?? none})::bigint as id,
  (${given.slug ?? none})::text as slug, coalesce((${given.title ?? none})::text, '') as title,
  (${given.day ?? none})::date as day, (${given.left ?? none})::bigint as left_cents,
  (${given.right ?? none})::bigint as right_cents, (${given.leftCount ?? none})::bigint as left_count,
  (${given.rightCount ?? none})::bigint as right_count, (${given.transaction ?? none})::bigint as transaction_id`
