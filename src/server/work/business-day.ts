import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '../db/db.ts'
import { retrySerialization } from '../db/transaction.ts'

/** How long a day that was found right counts as right: another process, a moment behind, may have turned it back. */
const trustedMs = 60_000

const known = new WeakMap<Db, { day: Day; at: number }>()

/**
 * Makes the database's business day `today` before anything else is done: the kernel calls it for every request and
 * every job, so that handlers find rows as they are today. `db` is the database that takes writes, never a replica, and
 * no transaction: what comes after may fail, the day has begun all the same.
 */
export async function ensureBusinessDay(db: Db, today: Day): Promise<void> {
  const last = known.get(db)
  const at = performance.now()
  if (last?.day === today && at - last.at < trustedMs) return
  await moveBusinessDay(db, today)
  known.set(db, { day: today, at })
}

/** Moves the day at once, for programs that have no kernel around them, and tests. */
export async function moveBusinessDay(db: Db, today: Day): Promise<void> {
  known.delete(db)
  await retrySerialization(() => sql`select move_business_day(${today}::date)`.execute(db))
}
