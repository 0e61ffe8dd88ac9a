import type { Chore } from '#server/work/jobs.ts'
import { dayOf } from '#shared/dates.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isDatabaseAway } from '#server/db/connection-errors.ts'
import { type Attempt, raiseDeliveryTask, drain, lockDelivery, overdueBefore } from './receive.ts'

/** A stored delivery that was not tried within this time has lost its process. */
const orphanedMs = 60_000
const atOnce = 100

/**
 * Books deliveries whose process died between storing and booking or whose booking failed, and creates tasks for those
 * that wait too long. One that fails again is logged and holds up no other.
 */
export const retryWaiting: Chore = {
  name: 'retry deliveries',
  everyMs: 60_000,
  run: async (services, _signal, log) => {
    const { db } = services.database
    const now = services.clock()
    const today = dayOf(now, services.config.timeZone)
    const waiting = db
      .selectFrom('intake_deliveries')
      .innerJoin('intake_providers as provider', 'provider.id', 'provider_id')
      .select(['intake_deliveries.id', 'provider_id', 'ref', 'provider.title'])
      .where('state', '=', 'waiting')
      // Those that failed again and again come last.
      .orderBy('attempts')
      .orderBy('intake_deliveries.id')
      .limit(atOnce)
    const orphaned = await waiting
      .where('problem', 'in', ['new', 'failed'])
      .where('received_at', '<', new Date(now.getTime() - orphanedMs))
      .execute()
    const attempt: Attempt = (work) => inTransaction(db, work)
    const whenOf = (title: string) => ({ today, auditContext: { actor: { id: null, name: title }, now } })
    let failed = 0
    const apart = async (delivery: number, work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failed++
        log.error({ work: retryWaiting.name, delivery, err: error }, 'delivery not booked')
      }
    }
    // All deliveries of a gift are tried together.
    const gifts = new Map(orphaned.map((row) => [`${row.provider_id} ${row.ref}`, row]))
    for (const { id, title, ...which } of gifts.values())
      await apart(id, () => drain(db, attempt, whenOf(title), which))
    const long = await waiting
      .where('task_id', 'is', null)
      .where('received_at', '<', overdueBefore(now))
      .execute()
    for (const { id, title } of long)
      await apart(id, () =>
        inTransaction(db, async (tx) => {
          const { state } = await lockDelivery(tx, id)
          if (state === 'waiting') await raiseDeliveryTask(tx, whenOf(title), id)
        }),
      )
    // After a failure the next run waits its minute.
    return failed === 0 && (orphaned.length === atOnce || long.length === atOnce)
  },
}
