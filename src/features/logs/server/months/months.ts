import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { nameOfJoined } from '#server/auth/session.ts'
import { mostCounted } from '../../journal/table.ts'
import type { LedgerMonth } from '../../months/months.ts'

type Stored = {
  month: Day
  transactions: number
  reason: string | null
  closed_at: Date | null
  username: string | null
  first_name: string | null
  last_name: string | null
}

/**
 * Months from the first booking to the current one, newest first, plus any closed month. A closed month has a stored
 * count; an open one is counted to `mostCounted`.
 */
export async function ledgerMonths(db: Db, today: Day, only?: Day): Promise<LedgerMonth[]> {
  const { rows } = await sql<Stored>`
    with first as (
      select date_trunc('month', least((select min(business_day) from ledger_transactions),
        (select min(month) from closed_months), ${today}::date))::date as month
    ), months as (
      select generate_series(first.month, date_trunc('month', ${today}::date), interval '1 month')::date as month
      from first
    )
    select months.month, closed.reason, closed.closed_at, person.username, person.first_name, person.last_name,
      coalesce(closed.transactions, (select count(*) from (select from ledger_transactions
        where business_day >= months.month and business_day < (months.month + interval '1 month')::date
        limit ${mostCounted + 1}) counted)) as transactions
    from months left join closed_months closed using (month) left join users person on person.id = closed.closed_by
    where ${only ?? null}::date is null or months.month = ${only ?? null}::date
    order by months.month desc limit 600`.execute(db)
  const present = `${today.slice(0, 7)}-01`
  return rows.map(({ month, reason, closed_at, username, first_name, last_name, transactions }) => ({
    month: month.slice(0, 7),
    transactions: closed_at === null ? Math.min(transactions, mostCounted) : transactions,
    more: closed_at === null && transactions > mostCounted,
    is_closed: closed_at !== null,
    can_close: closed_at === null && month < present,
    closed_at: closed_at?.toISOString() ?? null,
    closed_by: nameOfJoined({ username, first_name, last_name }),
    reason: reason ?? '',
  }))
}

/** One month of the list; throws notFound for one before the first booking or in the future. */
export async function ledgerMonth(db: Db, today: Day, month: string): Promise<LedgerMonth> {
  const [found] = await ledgerMonths(db, today, `${month}-01`)
  if (!found) throw notFound()
  return found
}
