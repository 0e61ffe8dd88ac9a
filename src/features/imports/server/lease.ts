import { sql } from 'kysely'
import { everyCompany } from '#server/auth/company-scope.ts'
import { randomToken } from '#server/base/tokens.ts'
import { isDatabaseAway } from '#server/db/connection-errors.ts'
import type { Db } from '#server/db/db.ts'
import { WorkStopped } from '#server/work/define-work.ts'
import { ReadError } from '#shared/reading/errors.ts'
import type { ImportState } from '../work-rules.ts'
import { importWorkRows } from './import-work.ts'
import { WorkFailed } from './work-failed.ts'
import { finishWork, holdsLease, isFree, leaseUntil, longTransaction, type Stage } from './progress.ts'
import { type Failure, findImport, type ImportRecord } from './records.ts'

export type WorkPlace = {
  db: Db
  now: () => Date
  timeZone: string
  signal: AbortSignal
  /** When this process stops: return the import for another worker, or cancel it. */
  whenStopped: 'give_back' | 'cancel'
}

export class LeaseHeldElsewhere extends Error {}

/** Interval at which a living worker renews its lease. */
const renewEveryMs = 5_000

const noLease = { lease_token: null, lease_until: null }

/** The columns of an import that nobody works on any more. */
export const atRest = { ...noLease, step: null, failure: null, cancel_requested: false }

type Work = {
  run: (stage: Stage, record: ImportRecord) => Promise<ImportState>
  /** After an error; without a failure it was stopped. */
  end: (stage: Stage, failure: Failure | null) => Promise<ImportState>
}

/**
 * Works on an import in one of these states under a lease that is renewed meanwhile; `run` and `end` store the result
 * and return its state. Throws LeaseHeldElsewhere while another worker has the import, and errors that were not expected.
 */
export async function workUnderLease(
  place: WorkPlace,
  id: number,
  states: readonly ImportState[],
  { run, end }: Work,
): Promise<ImportState | undefined> {
  const { db, now } = place
  const token = randomToken()
  const record = await claimWork(place, id, token, states)
  if (!record) return (await findImport(db, id, everyCompany))?.state as ImportState | undefined
  const lease = renewWhileWorking(place, id, token)
  const signal = AbortSignal.any([place.signal, lease.signal])
  const stage = { db, id, token, now, signal, beside: db }
  try {
    return await run(stage, record)
  } catch (error) {
    if (isDatabaseAway(error)) throw error // nothing can be written; the lease expires
    const stopped = place.signal.aborted
    if (stopped && place.whenStopped === 'give_back') {
      await finishWork(stage, noLease).catch(ignoreStopped)
      throw error
    }
    const failure = stopped || error instanceof WorkStopped ? null : failureOf(error)
    const state = await end(stage, failure)
    if (failure?.code === 'unexpected') throw error
    return state
  } finally {
    await lease.stop()
  }
}

/** Takes the lease of an import in one of these states, once it is free; undefined when there is nothing to do. */
export async function claimWork(
  { db, now }: Pick<WorkPlace, 'db' | 'now'>,
  id: number,
  token: string,
  states: readonly ImportState[],
): Promise<ImportRecord | undefined> {
  const at = now()
  const lease = { lease_token: token, lease_until: leaseUntil(at), updated_at: at }
  const isClaimable = sql`state = any(${[...states]}) and ${isFree(at)}`
  const isOurs = await importWorkRows.update(db, id, lease, isClaimable)
  const record = await findImport(db, id, everyCompany)
  if (isOurs) return record
  if (record && states.includes(record.state as ImportState)) throw new LeaseHeldElsewhere()
  return undefined
}

/**
 * Renews an import's lease on its own connection while its worker lives, even during a long statement. `signal` is
 * aborted when another worker took over the lease, because this one must then stop.
 */
export function renewWhileWorking(
  { db, now }: Pick<WorkPlace, 'db' | 'now'>,
  id: number,
  token: string,
  everyMs = renewEveryMs,
) {
  const lost = new AbortController()
  let renewing: Promise<void> = Promise.resolve()
  const renew = async () => {
    try {
      await importWorkRows.report(db, id, { lease_until: leaseUntil(now()) }, holdsLease(token))
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
 * Writes staged rows in a transaction that commits only while we hold the lease: a worker taking it over waits for that
 * commit, and nothing of ours follows it. Throws WorkStopped, with nothing written, when the lease is lost.
 */
export function underLease<T>({ db, id, token }: Stage, work: (tx: Db) => Promise<T>): Promise<T> {
  return longTransaction(db, async (tx) => {
    const result = await work(tx)
    // Last, so that renewing the lease waits only for the commit.
    const { rows } = await sql`
      select from imports where id = ${id} and ${holdsLease(token)} for share`.execute(tx)
    if (rows.length !== 1) throw new WorkStopped()
    return result
  })
}

/** For the end of work that another worker took over: that one writes the result. */
export function ignoreStopped(error: unknown): void {
  if (!(error instanceof WorkStopped)) throw error
}

function failureOf(error: unknown): Failure {
  if (error instanceof ReadError) return { code: error.code, line: error.line }
  return { code: error instanceof WorkFailed ? error.code : 'unexpected' }
}
