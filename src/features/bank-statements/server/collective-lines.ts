import { sql } from 'kysely'
import { audit, type AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { type Collective, StatementError, type StatementLine } from '../reading/statement.ts'
import type { SplitPart } from '../suggest.ts'
import { preselectFrom } from '../suggest.ts'
import { objectOf, readLine } from './lines.ts'
import type { ScannedStatement } from './scan.ts'
import { suggestionsFor } from './suggestions.ts'

/** Number of collective lines that got payments, and of entries without a known line. */
export type ResolvedCounts = { lines_resolved: number; lines_unresolved: number }

/**
 * Stores the payments of collective lines from notices (CAMT.054). Finds the line by account, amount, day and a common
 * reference; it is already booked, so no money moves. Earlier payments stay. Throws `StatementError` `camt_054` when a
 * notice matches no line, because its statement must be imported first.
 */
export async function resolveCollectives(
  tx: Db,
  context: AuditContext,
  { file_id, scanned }: { file_id: number; scanned: readonly ScannedStatement[] },
): Promise<ResolvedCounts> {
  const notices = scanned.filter(({ format }) => format === 'camt.054')
  const told: ResolvedCounts = { lines_resolved: 0, lines_unresolved: 0 }
  let known = 0
  for (const { bank_account_id, collectives } of notices)
    for (const collective of collectives) {
      const line = await findLine(tx, bank_account_id, collective)
      if (!line) told.lines_unresolved++
      else if (line.is_told) known++
      else {
        await insertPayments(tx, line.id, file_id, collective.payments)
        const payments = collective.payments.length
        await audit(tx, context, {
          ...objectOf(await readLine(tx, line.id)),
          action: 'resolve_line',
          after: { payments },
        })
        told.lines_resolved++
      }
    }
  const isAllNotices = notices.length === scanned.length
  if (isAllNotices && notices.length > 0 && told.lines_resolved + known === 0)
    throw new StatementError('camt_054')
  return told
}

/**
 * A line booked on the same day with the same amount and one of the entry's references; among several, the first
 * without payments.
 */
async function findLine(tx: Db, account: number, { amount_cents, booked_on, references }: Collective) {
  const { rows } = await sql<{ id: number; is_told: boolean }>`
    select line.id, exists (select from bank_line_payments told where told.line_id = line.id) as is_told
    from bank_lines line
    where line.bank_account_id = ${account} and line.booked_on = ${booked_on}::date
      and line.amount_cents = ${amount_cents}::bigint
      and (regexp_replace(line.bank_reference, '#[0-9]+$', '') = any(${references}::text[])
        or line.reference = any(${references}::text[]))
    order by is_told, line.id limit 1 for no key update of line`.execute(tx)
  return rows[0]
}

async function insertPayments(tx: Db, line_id: number, file_id: number, payments: readonly StatementLine[]) {
  const rows = payments.map(({ amount_cents, name, iban, text, reference }, at) => ({
    place: at + 1,
    amount_cents,
    name,
    iban,
    text,
    reference,
  }))
  await sql`
    insert into bank_line_payments (line_id, file_id, place, amount_cents, name, iban, text, reference)
    select ${line_id}::bigint, ${file_id}::bigint, place, amount_cents, name, iban, text, reference
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as payment (place integer, amount_cents bigint, name text,
      iban text, text text, reference text)`.execute(tx)
}

/** A payment of a collective line; cents, with the line's sign unless it goes the other way. */
export type Payment = Pick<StatementLine, 'amount_cents' | 'name' | 'iban' | 'text' | 'reference'>

/** Up to `limit` payments of a collective line, in notice order; none for other lines. */
export const paymentsOf = (db: Db, line_id: number, limit: number): Promise<Payment[]> =>
  db
    .selectFrom('bank_line_payments')
    .select(['amount_cents', 'name', 'iban', 'text', 'reference'])
    .where('line_id', '=', line_id)
    .orderBy('place')
    .limit(limit)
    .execute()

/** Maximum number of parts of a split. */
const mostParts = 50

/**
 * A split by the payments of a line. Each part gets its suggested target if that is certain enough to preselect. Empty
 * when a payment goes the other way or there are too many for a split.
 */
export async function splitByPayments(
  db: Db,
  line: { id: number; bank_account_id: number; amount_cents: number },
): Promise<SplitPart[]> {
  const payments = await paymentsOf(db, line.id, mostParts + 1)
  const isOneWay = payments.every(({ amount_cents }) => amount_cents > 0 === line.amount_cents > 0)
  if (payments.length > mostParts || !isOneWay) return []
  const asLines = payments.map((payment) => ({
    ...payment,
    id: line.id,
    bank_account_id: line.bank_account_id,
    booking: '',
  }))
  const suggested = await suggestionsFor(db, asLines)
  return payments.map(({ amount_cents }, at): SplitPart => {
    const [best] = suggested[at]!
    const amount = Math.abs(amount_cents)
    if (!best || best.target_type === 'split' || best.score < preselectFrom)
      return {
        target_type: amount_cents > 0 ? 'project' : 'payout',
        target_slug: '',
        title: '',
        amount_cents: amount,
      }
    return { target_type: best.target_type, target_slug: best.slug, title: best.title, amount_cents: amount }
  })
}
