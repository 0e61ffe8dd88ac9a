import { defineDailyJob } from '#server/work/jobs.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { settlementActor } from '#server/audit/system-actors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Day } from '#shared/dates.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { returnUnreached } from './goal-missed.ts'

/** How many projects one transaction settles: some seconds of work, so that nobody waits long for a lock. */
export const settlementPage = 2000

/**
 * Every night: on an all-or-nothing platform what projects did not reach goes back, then all that is due is settled.
 * Page by page, each in a transaction of its own; what a killed run left is due for the next one.
 */
export const nightlySettlement = defineDailyJob({
  name: 'payouts.settle',
  at: '01:30',
  timeLimit: 3600,
  run: async ({ db, now, today, signal }) => {
    await settleAll(db, { now, business_day: today, signal })
  },
})

/** The work of a night; returns how many projects gave back and how many payouts were made. */
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
