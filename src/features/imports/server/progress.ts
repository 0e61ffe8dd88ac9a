import { sql } from 'kysely'
import { isDatabaseAway } from '#server/db/away.ts'
import type { Db } from '#server/db/db.ts'
import { longLimit, withinLimit } from '#server/db/limits.ts'
import type { ImportStep } from '../work-rules.ts'

/** Thrown when work stops on request, or because the lease was lost. */
export class ImportStopped extends Error {
  constructor() {
    super('the import was stopped')
    this.name = 'ImportStopped'
  }
}

/** The context of an import's stages. `token` proves the lease; `now` is the clock, for leases only. */
export type Stage = {
  db: Db
  id: number
  token: string
  now: () => Date
  signal: AbortSignal
  /** Another connection, to report progress while a transaction is open. */
  beside: Db
}

/** Duration of a lease after renewal, and the renewal interval while its worker lives. */
export const leaseMs = 20_000
const renewEveryMs = 5_000

/**
 * Renews an import's lease on its own connection while its worker lives, even during a long statement. `signal` is
 * aborted when another worker took over the lease, because this one must then stop.
 */
export function keepLease(
  { db, now }: Pick<Stage, 'db' | 'now'>,
  id: number,
  token: string,
  everyMs = renewEveryMs,
) {
  const lost = new AbortController()
  let renewing: Promise<void> = Promise.resolve()
  const renew = async () => {
    try {
      const { numAffectedRows } = await sql`
        update imports set lease_until = ${new Date(now().getTime() + leaseMs)}
        where id = ${id} and lease_token = ${token}`.execute(db)
      if (Number(numAffectedRows) !== 1) lost.abort(new ImportStopped())
    } catch (error) {
      // A database that cannot be reached cannot be updated; the lease expires if that lasts.
      if (!isDatabaseAway(error)) lost.abort(error)
    }
  }
  const timer = setInterval(() => void (renewing = renewing.then(renew)), everyMs)
  return {
    signal: lost.signal,
    stop: async () => {
      clearInterval(timer)
      await renewing
    },
  }
}

/**
 * Reports progress. Throws ImportStopped when the import was cancelled or taken over, and the signal's reason when this
 * process must stop.
 */
export async function progress(
  { db, id, token, now, signal }: Stage,
  { step, done, total }: { step: ImportStep; done: number; total?: number },
): Promise<void> {
  signal.throwIfAborted()
  const { numAffectedRows } = await sql`
    update imports set step = ${step}, rows_done = ${done}, rows_total = coalesce(${total ?? null}::bigint, rows_total),
      lease_until = ${new Date(now().getTime() + leaseMs)}, updated_at = ${now()}
    where id = ${id} and lease_token = ${token} and not cancel_requested`.execute(db)
  if (Number(numAffectedRows) !== 1) throw new ImportStopped()
}

/** The same from within a transaction, on the other connection. */
export async function progressBeside(
  { beside, ...stage }: Stage,
  report: { step: ImportStep; done: number },
): Promise<void> {
  await progress({ ...stage, beside, db: beside }, report)
}

/** The same check inside the applying transaction; it sees a cancellation once that is committed. */
export async function stopIfAsked(tx: Db, { id, token, signal }: Stage): Promise<void> {
  signal.throwIfAborted()
  const row = await tx
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .where('cancel_requested', '=', false)
    .executeTakeFirst()
  if (!row) throw new ImportStopped()
}

/** A transaction with longer statement and lock timeouts than a request. */
export function longTransaction<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  return withinLimit(longLimit, () =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
        tx,
      )
      return run(tx)
    }),
  )
}
