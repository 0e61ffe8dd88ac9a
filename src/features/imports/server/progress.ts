import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { longLimit, withinLimit } from '#server/db/limits.ts'
import { type Columns, WorkStopped } from '#server/work/define-work.ts'
import type { ImportStep } from '../work-rules.ts'
import { importWorkRows } from './import-work.ts'

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

export const leaseMs = 20_000

export const leaseUntil = (now: Date): Date => new Date(now.getTime() + leaseMs)

/** The import is leased under this token, or by nobody. */
export const holdsLease = (token: string) => sql`lease_token = ${token}`
export const isFree = (now: Date) => sql`(lease_until is null or lease_until < ${now})`

/**
 * Reports progress. Throws WorkStopped when the import was cancelled or taken over, and the signal's reason when this
 * process must stop.
 */
export async function progress(
  { db, id, token, now, signal }: Stage,
  { step, done, total }: { step: ImportStep; done: number; total?: number },
): Promise<void> {
  signal.throwIfAborted()
  const rows = { rows_done: done, ...(total !== undefined && { rows_total: total }) }
  const columns = { step, ...rows, lease_until: leaseUntil(now()), updated_at: now() }
  await importWorkRows.report(db, id, columns, sql`${holdsLease(token)} and not cancel_requested`)
}

/** The same from within a transaction, on the other connection. */
export async function progressBeside(
  { beside, ...stage }: Stage,
  report: { step: ImportStep; done: number },
): Promise<void> {
  await progress({ ...stage, beside, db: beside }, report)
}

/** The same check inside the applying transaction; it sees a cancellation once that is committed. */
export async function stopIfCancelled(tx: Db, { id, token, signal }: Stage): Promise<void> {
  signal.throwIfAborted()
  const { rows } = await sql`
    select from imports where id = ${id} and ${holdsLease(token)} and not cancel_requested`.execute(tx)
  if (rows.length !== 1) throw new WorkStopped()
}

/** Stores the result of the work; throws WorkStopped when the lease is lost. */
export const finishWork = ({ db, id, token, now }: Stage, columns: Columns<'imports'>): Promise<void> =>
  importWorkRows.report(db, id, { ...columns, updated_at: now() }, holdsLease(token))

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
