import type { Chore } from '#server/work/jobs.ts'
import { dayOf } from '#shared/dates.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Attempt, askSomebody, drain, lockDelivery } from './receive.ts'

/** Longest wait for a preceding delivery before a task is raised. */
const patienceMs = 24 * 3_600_000
/** A stored delivery that was not tried within this time has lost its process. */
const orphanedMs = 60_000
const atOnce = 100

/** Books deliveries whose process died between storing and booking, and raises tasks for those that wait too long. */
export const retryWaiting: Chore = {
  name: 'retry deliveries',
  everyMs: 60_000,
  run: async (services) => {
    const { db } = services.database
    const now = services.clock()
    const today = dayOf(now, services.config.timeZone)
    const waiting = db
      .selectFrom('intake_deliveries')
      .innerJoin('intake_providers as provider', 'provider.id', 'provider_id')
      .select(['intake_deliveries.id', 'provider_id', 'ref', 'provider.title'])
      .where('state', '=', 'waiting')
      .orderBy('intake_deliveries.id')
      .limit(atOnce)
    const orphaned = await waiting
      .where('problem', '=', 'new')
      .where('received_at', '<', new Date(now.getTime() - orphanedMs))
      .execute()
    const attempt: Attempt = (work) => inTransaction(db, work)
    for (const { title, ...which } of orphaned)
      await drain(db, attempt, { today, auditContext: { actor: { id: null, name: title }, now } }, which)
    const long = await waiting
      .where('task_id', 'is', null)
      .where('received_at', '<', new Date(now.getTime() - patienceMs))
      .execute()
    for (const { id, title } of long)
      await inTransaction(db, async (tx) => {
        const { state } = await lockDelivery(tx, id)
        if (state !== 'waiting') return
        await askSomebody(tx, { today, auditContext: { actor: { id: null, name: title }, now } }, id)
      })
    return orphaned.length === atOnce || long.length === atOnce
  },
}
