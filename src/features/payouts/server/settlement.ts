import { defineDailyJob } from '#server/work/jobs.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { settlementActor } from '#server/audit/system-actors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Day } from '#shared/dates.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { returnUnreached } from './goal-missed.ts'

/** Projects settled per transaction: a few seconds of work, so that locks are held only briefly. */
export const settlementPage = 2000

/**
 * Nightly job. On an all-or-nothing platform it first returns the money of projects that missed their goal, then
 * settles everything due. Each page has its own transaction; a killed run leaves the rest due for the next one.
 */
export const nightlySettlement = defineDailyJob({
  name: 'payouts.settle',
  at: '01:30',
  timeLimit: 3600,
  run: async ({ db, now, today, signal }) => {
    await settleAll(db, { now, business_day: today, signal })
  },
})

/** Does the nightly work; returns the number of projects with returned money and of payouts made. */
export async function settleAll(
  db: Db,
  { now, business_day, signal }: { now: Date; business_day: Day; signal?: AbortSignal },
  atMost = settlementPage,
): Promise<{ returned: number; settled: number }> {
  const context: AuditContext = { actor: { id: null, name: settlementActor }, now }
  const pages = async (page: (tx: Db) => Promise<number>) => {
    let all = 0
    for (let done = 1; done > 0 && !signal?.aborted; all += done) done = await inTransaction(db, page)
    return all
  }
  const returned = await pages((tx) => returnUnreached(tx, context, { business_day, atMost }))
  const settled = await pages((tx) => settle(tx, context, { business_day, atMost }))
  return { returned, settled }
}
