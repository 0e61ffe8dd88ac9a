import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { sql } from 'kysely'

/** The first day of a day's month. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/** The first day of the next month; `month` is given by its first day. */
export function nextMonth(month: Day): Day {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

/** The first open day from a day on when that day is in a closed month; undefined when its month is open. */
export async function firstOpenDay(db: Db, day: Day): Promise<Day | undefined> {
  const closed = new Set(
    (await db.selectFrom('closed_months').select('month').where('month', '>=', monthOf(day)).execute()).map(
      (row) => row.month,
    ),
  )
  let open = monthOf(day)
  if (!closed.has(open)) return undefined
  while (closed.has(open)) open = nextMonth(open)
  return open
}

/**
 * Throws 400 at `field`, naming the first open day, when the day is in a closed month; the database rejects it as
 * well.
 */
export async function refuseClosedMonth(tx: Db, day: Day, field = 'business_day'): Promise<void> {
  const open = await firstOpenDay(tx, day)
  if (open === undefined) return
  throw invalid({
    [field]: {
      key: 'ledger.month_closed',
      parameters: { month: showMonth(monthOf(day)), day: showDayIn(open) },
    },
  })
}

const showMonth = (month: Day) => `${month.slice(5, 7)}.${month.slice(0, 4)}`
const showDayIn = (day: Day) => `${day.slice(8, 10)}.${showMonth(day)}`

/**
 * Closes a month, given by its first day, so that nothing can be booked into it. Waits for bookings in progress. 400
 * for a month that is not over, 409 when it is already closed.
 */
export async function closeMonth(
  tx: Db,
  context: AuditContext,
  { month, reason, today }: { month: Day; reason: string; today: Day },
): Promise<void> {
  if (nextMonth(month) > today) throw invalid({ month: 'ledger.month_not_over' })
  // Waits for bookings in progress; later ones find the month closed.
  await sql`lock table ledger_transactions in share row exclusive mode`.execute(tx)
  const made = await tx
    .insertInto('closed_months')
    .values({ month, reason, closed_by: context.actor.id, closed_at: context.now })
    .onConflict((on) => on.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (!made) throw conflict('month_closed')
  await audit(tx, context, { ...object(month), action: 'close_month', after: { month, reason } })
}

/** Reopens a closed month, with a reason; 404 when it is not closed. */
export async function reopenMonth(
  tx: Db,
  context: AuditContext,
  { month, reason }: { month: Day; reason: string },
): Promise<void> {
  const closed = await tx
    .deleteFrom('closed_months')
    .where('month', '=', month)
    .returning('reason')
    .executeTakeFirst()
  if (!closed) throw notFound()
  await audit(tx, context, {
    ...object(month),
    action: 'reopen_month',
    before: { month, reason: closed.reason },
    after: { reason },
  })
}

const object = (month: Day) => auditOf('month', { id: null, title: month.slice(0, 7) })
