import { sql } from 'kysely'
import { isDatabaseAway } from '#server/db/away.ts'
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

/** How long a lease runs after it was renewed, and how often that happens while its worker lives. */
export const leaseMs = 20_000
const renewEveryMs = 5_000

/**
 * Renews the lease of an import on a connection of its own for as long as its worker lives, also while one long statement
 * runs. `signal` is aborted when the lease is somebody else's: the worker was taken for dead, and must not go on.
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
      // A database that is away cannot be told anything; the lease runs out if it stays away.
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
 * Says how far the work is. Throws ImportStopped when the import was cancelled or taken over,
 * and the signal's reason when this process has to stop.
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
