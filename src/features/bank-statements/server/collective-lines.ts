import { sql } from 'kysely'
import { audit, type AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { type Collective, StatementError, type StatementLine } from '../reading/statement.ts'
import type { SplitPart } from '../suggest.ts'
import { preselectFrom } from '../suggest.ts'
import { objectOf, readLine } from './lines.ts'
import type { Scanned } from './scan.ts'
import { suggestionsFor } from './suggestions.ts'

/** How many collective lines a file told the payments of, and how many of its entries no line is known for. */
export type Told = { lines_resolved: number; lines_unresolved: number }

/**
 * Keeps the payments of collective lines that notices of a file tell (CAMT.054). The line is found by account, amount, day and
 * a reference that both name; it is booked already, so no money moves. What was told before stays. Throws `StatementError`
 * `camt_054` for a notice that tells nothing of any line: its statement comes first.
 */
export async function resolveCollectives(
  tx: Db,
  context: AuditContext,
  { file_id, scanned }: { file_id: number; scanned: readonly Scanned[] },
): Promise<Told> {
  const notices = scanned.filter(({ format }) => format === 'camt.054')
  const told: Told = { lines_resolved: 0, lines_unresolved: 0 }
  let known = 0
  for (const { bank_account_id, collectives } of notices)
    for (const collective of collectives) {
      const line = await findLine(tx, bank_account_id, collective)
      if (!line) told.lines_unresolved++
      else if (line.is_told) known++
      else {
        await keepPayments(tx, line.id, file_id, collective.payments)
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

/** Booked on the same day with the same amount, and told by a reference of the entry; of several the first one not told yet. */
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

async function keepPayments(tx: Db, line_id: number, file_id: number, payments: readonly StatementLine[]) {
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

/** A payment inside a collective line; cents, with the sign of its line unless it goes the other way. */
export type Payment = Pick<StatementLine, 'amount_cents' | 'name' | 'iban' | 'text' | 'reference'>

/** The payments of a collective line in the order of their notice, `limit` at most; none of other lines. */
export const paymentsOf = (db: Db, line_id: number, limit: number): Promise<Payment[]> =>
  db
    .selectFrom('bank_line_payments')
    .select(['amount_cents', 'name', 'iban', 'text', 'reference'])
    .where('line_id', '=', line_id)
    .orderBy('place')
    .limit(limit)
    .execute()

/** A line is split into so many parts at most. */
const mostParts = 50

/**
 * A split by the payments of a line, each with the target that is suggested for it well enough to be chosen, or none; empty
 * where a payment goes the other way or there are more of them than a line has parts.
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
