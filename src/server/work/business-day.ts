import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '../db/db.ts'
import { retrySerialization } from '../db/transaction.ts'

/** Time for which a checked day is trusted: another process with a slower clock may have turned it back. */
const trustedMs = 60_000

const known = new WeakMap<Db, { day: Day; at: number }>()

/**
 * Sets the database's business day to `today` first: the kernel calls this for every request and job, so that handlers
 * see rows as of today. `db` must take writes, so it is never a replica; it is no transaction either, because the day
 * stays moved even if the call fails later.
 */
export async function ensureBusinessDay(db: Db, today: Day): Promise<void> {
  const last = known.get(db)
  const at = performance.now()
  if (last?.day === today && at - last.at < trustedMs) return
  await moveBusinessDay(db, today)
  known.set(db, { day: today, at })
}

/** Moves the day at once, for tests and for programs without a kernel around them. */
export async function moveBusinessDay(db: Db, today: Day): Promise<void> {
  known.delete(db)
  await retrySerialization(() => sql`select move_business_day(${today}::date)`.execute(db))
}
