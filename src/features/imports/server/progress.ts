import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { longLimit, withinLimit } from '#server/db/limits.ts'
import type { ImportStep } from '../work-rules.ts'

/** Thrown where work stops because somebody asked for it, or because the lease is somebody else's by now. */
export class ImportStopped extends Error {
  constructor() {
    super('the import was stopped')
    this.name = 'ImportStopped'
  }
}

/** What the stages of an import work with. `token` proves the lease; `now` is the clock, for leases only. */
export type Stage = {
  db: Db
  id: number
  token: string
  now: () => Date
  signal: AbortSignal
  /** Another connection, for saying how far it is while a transaction is open. */
  beside: Db
}

/** How long a lease runs after each sign of life. */
export const leaseMs = { reading: 60_000, applying: 600_000 }

/**
 * Says how far the work is, and renews the lease. Throws ImportStopped when the import was cancelled or taken over,
 * and the signal's reason when this process has to stop.
 */
export async function progress(
  { db, id, token, now, signal }: Stage,
  { step, done, total }: { step: ImportStep; done: number; total?: number },
): Promise<void> {
  signal.throwIfAborted()
  const lease = step === 'applying' || step === 'undoing' ? leaseMs.applying : leaseMs.reading
  const { numAffectedRows } = await sql`
    update imports set step = ${step}, rows_done = ${done}, rows_total = coalesce(${total ?? null}::bigint, rows_total),
      lease_until = ${new Date(now().getTime() + lease)}, updated_at = ${now()}
    where id = ${id} and lease_token = ${token} and not cancel_requested`.execute(db)
  if (Number(numAffectedRows) !== 1) throw new ImportStopped()
}

/** The same from within a transaction, on the connection beside it. */
export async function progressBeside(
  { beside, ...stage }: Stage,
  report: { step: ImportStep; done: number },
): Promise<void> {
  await progress({ ...stage, beside, db: beside }, report)
}

/** The same question inside the transaction that applies; it sees a cancellation as soon as that is committed. */
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

/** A transaction whose statements may take longer than a request's, and wait longer for locks. */
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
