import { auditOf } from '#server/audit/audit.ts'
import { type Expression, sql } from 'kysely'
import { type Day, showDay, showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import type { IgnoredLine } from '../contract.ts'
import type { LineState } from '../rules.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'

export type Line = {
  id: number
  statement_id: number
  bank_account_id: number
  position: number
  booked_on: Day
  valued_on: Day
  amount_cents: number
  name: string
  iban: string
  text: string
  reference: string
  booking: string
  state: LineState
  reason: string
  is_auto: boolean
  decided_by: number | null
  decided_at: Date | null
  decided_name: string | null
  version: number
}

const columns = sql`line.id, line.statement_id, line.bank_account_id, line.position, line.booked_on, line.valued_on,
  line.amount_cents, line.name, line.iban, line.text, line.reference, line.booking, line.state, line.reason, line.is_auto,
  line.decided_by, line.decided_at, line.version,
  (select first_name || ' ' || last_name from users where users.id = line.decided_by) as decided_name`

/** Number of lines of all statements that nobody has matched, held or ignored yet. */
export const openLineCount = sql`select count(*) from bank_lines where state = 'open'`

/** One line; throws notFound. */
export async function readLine(db: Db, id: number): Promise<Line> {
  const { rows } =
    await sql<Line>`select ${columns} from bank_lines line where line.id = ${id}::bigint`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Locks a line for a decision, together with other lines it decides, ordered by id. Lock order: projects, payouts,
 * claims, lines, ledger accounts.
 */
export async function lockLine(tx: Db, id: number, others: readonly number[] = []): Promise<Line> {
  if (others.length > 0)
    await sql`
      select from bank_lines where id = any(${[id, ...others]}::bigint[]) order by id for no key update`.execute(
      tx,
    )
  const { rows } = await sql<Line>`
    select ${columns} from bank_lines line where line.id = ${id}::bigint for no key update of line`.execute(
    tx,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** One page of a statement's lines in order, with their number. */
export async function listLines(
  db: Db,
  statement_id: number,
  query: { page: number; page_size: number; search: string; state?: readonly LineState[] | undefined },
): Promise<{ n: number; rows: Line[] }> {
  const conditions = conditionsOf(statement_id, query)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from bank_lines line where ${conditions}`.execute(db)
  const { rows } = await sql<Line>`
    select ${columns} from bank_lines line where ${conditions} order by line.position
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db)
  return { n: counted[0]!.n, rows }
}

/** Unmatched lines of all statements: `count`, the oldest `day`, the sum in `cents`, and its statement. */
export const openLines = sql`
  select count(*) as count, min(booked_on) as day, sum(abs(amount_cents)) as cents, (
    select statement_id from bank_lines where state = 'open' order by booked_on, id limit 1
  ) as first_id
  from bank_lines where state = 'open'`

/** The title of a line among other records: the payer's name, or the beginning of its text. */
export const titleOf = (line: Expression<unknown>) =>
  sql<string>`coalesce(nullif(${line}.name, ''), left(${line}.text, 80))`

/** One page of ignored lines whose money a line may send back, with their number; equal amounts first, then newest. */
export async function listIgnored(
  db: Db,
  { id, bank_account_id, amount_cents }: Pick<Line, 'id' | 'bank_account_id' | 'amount_cents'>,
  { page, page_size, search }: { page: number; page_size: number; search: string },
): Promise<{ n: number; rows: IgnoredLine[] }> {
  const conditions = sql`other.state = 'ignored' and other.id <> ${id}::bigint
    and other.bank_account_id = ${bank_account_id}::bigint and sign(other.amount_cents) = -sign(${amount_cents}::bigint)
    and abs(other.amount_cents) <= abs(${amount_cents}::bigint) ${wordsOf(sql.ref('other.search_text'), search)}`
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from bank_lines other where ${conditions}`.execute(db)
  const { rows } = await sql<IgnoredLine>`
    select other.id, other.booked_on, other.amount_cents, other.reason, ${titleOf(sql.ref('other'))} as title
    from bank_lines other where ${conditions}
    order by other.amount_cents = -${amount_cents}::bigint desc, other.booked_on desc, other.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(db)
  return { n: counted[0]!.n, rows }
}

type Narrowed = { search: string; state?: readonly LineState[] | undefined }

function conditionsOf(statement_id: number, { search, state }: Narrowed) {
  return sql`line.statement_id = ${statement_id}::bigint
    ${state ? sql`and line.state = any(${state}::text[])` : sql``}
    ${wordsOf(sql.ref('line.search_text'), search)}`
}

function wordsOf(text: Expression<unknown>, search: string) {
  const words = search.split(/\s+/).filter(Boolean)
  return sql.join(
    words.map((word) => sql`and ${text} like search_pattern(${word})`),
    sql` `,
  )
}

/** Ids of a statement's lines in order, or from its end. */
export async function lineIds(
  db: Db,
  statement_id: number,
  query: Narrowed,
  { descending }: { descending: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select line.id from bank_lines line where ${conditionsOf(statement_id, query)}
    order by line.position ${descending ? sql`desc` : sql`asc`}`.execute(db)
  return rows.map((row) => row.id)
}

/** Lines by id, in the given order. */
export async function linesByIds(db: Db, ids: readonly number[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select ${columns} from bank_lines line where line.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], line.id)`.execute(db)
  return rows
}

/** Throws 409 `line_done` with person and time when a line is already decided. */
export function refuseDecided(line: Line): void {
  if (line.state === 'open' || line.state === 'held') return
  throw conflict('line_done', {
    current: { state: line.state, by: line.decided_name, at: line.decided_at },
    parameters: {
      person: line.decided_name ?? 'Almoner',
      time: line.decided_at ? showInstant(line.decided_at) : '',
    },
  })
}

export async function decide(
  tx: Db,
  line: Line,
  decision: { state: LineState; reason?: string; is_auto?: boolean; by: number | null; at: Date },
): Promise<void> {
  const { state, reason = '', is_auto = false, by, at } = decision
  await tx
    .updateTable('bank_lines')
    .set({ state, reason, is_auto, decided_by: by, decided_at: at, version: line.version + 1 })
    .where('id', '=', line.id)
    .execute()
  if (state !== 'open') await tx.deleteFrom('bank_line_drafts').where('line_id', '=', line.id).execute()
}

/** The audit log names a line by day and amount only, because the log may outlive the payer's data. */
export const objectOf = (line: Line) =>
  auditOf('bank_line', {
    id: line.id,
    title: `${showDay(line.booked_on)} · ${formatEuro(line.amount_cents, 'sie_DE')}`,
  })
