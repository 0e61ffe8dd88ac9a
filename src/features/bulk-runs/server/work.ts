import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type HttpError, InvalidInput } from '#server/base/errors.ts'
import { defineJob } from '#server/work/jobs.ts'
import type { LongWork } from '#server/work/long-work.ts'
import { isRefusal, withSavepoint } from '#server/db/savepoint.ts'
import { findActiveUser, fullNameWithUsername, type User } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { bulkActions, mayRun } from '../rules.ts'
import { releaseMails } from './mails.ts'
import type { Author, Place, RowResult, RunRow, RunTarget } from './run-target.ts'
import { bulkWork, endRun, findRun, runsAtWork } from './runs.ts'
import type { StoredRun } from './stored-run.ts'

/**
 * Works on a run row by row, committing a few rows at a time with their results. If the process dies, each row is either done
 * or not, and never done twice. The job resumes when its worker is lost.
 */
export const bulkJob = (target: RunTarget) =>
  defineJob({
    ...bulkWork,
    retries: 20,
    timeLimit: 12 * 60 * 60,
    run: (context, { id }) => workOnRun(target, context, id),
  })

/** Longest time one transaction may hold row locks. */
const togetherMs = 25

/** Works on the remaining rows until the run is done or cancelled, or the process stops. */
export async function workOnRun(target: RunTarget, place: Place, id: number): Promise<void> {
  const { db, services, signal, today } = place
  let after: number | undefined
  while (!signal.aborted) {
    const run = await findRun(db, id)
    const isAtWork = run.state === 'running' || run.state === 'undoing'
    if (isAtWork) {
      const from = after
      after = await inTransaction(db, (tx) => workOnSome(target, tx, place, run, from))
      // After the last row it starts again from the first, for rows that a lost worker had locked.
      if (after !== undefined || from !== undefined) continue
    }
    return inTransaction(db, async (tx) => {
      const now = services.clock()
      if (isAtWork) await endRun(tx, id, now)
      if (run.state === 'running' || run.state === 'cancelled')
        await target.tellEnd(tx, run, { now, today, baseUrl: services.config.baseUrl })
      await releaseMails(tx, id, { now, today })
    })
  }
}

/**
 * Works on the next rows; returns the place of the last one, undefined if there was none. A cancel takes effect with the next
 * row. Rights and settings are read once per transaction.
 */
async function workOnSome(
  target: RunTarget,
  tx: Db,
  place: Place,
  run: StoredRun,
  after: number | undefined,
): Promise<number | undefined> {
  const undoing = run.state === 'undoing'
  const user = await findActiveUser(tx, undoing ? run.undone_by! : run.user_id)
  const doRow = user && !undoing && (await target.prepare(tx, place, run, user))
  const began = performance.now()
  let last: number | undefined
  while (last === undefined || (performance.now() - began < togetherMs && !place.signal.aborted)) {
    const rows = await nextRows(tx, run, last ?? after)
    if (rows.length === 0) return last
    const now = place.services.clock()
    const results =
      !user || !mayRun(user, run.action)
        ? rows.map(() => noRight(run))
        : doRow
          ? [await attempt(tx, () => doRow(byOf(user, now), rows[0]!))]
          : await target.undo(tx, byOf(user, now), run, rows)
    await saveResults(tx, run, rows, results)
    last = rows.at(-1)!.place
  }
  return last
}

const byOf = (user: User, now: Date): Author => ({
  auditContext: { actor: { id: user.id, name: fullNameWithUsername(user) }, now },
  user,
})

/** Rows undone per statement: waiting for the database takes most of the time. */
const undoneTogether = 10

/** The next rows of an active run after a place, in the order of its work. Undo takes several rows, everything else one. */
async function nextRows(tx: Db, { id, state }: StoredRun, after: number | undefined): Promise<RunRow[]> {
  const undoing = state === 'undoing'
  const beyond = after === undefined ? sql`` : undoing ? sql`and place < ${after}` : sql`and place > ${after}`
  // Skips rows locked by another worker: a worker that counts as lost may still be working.
  const { rows } = await sql<RunRow>`
    select place, project_id, slug, version, event_id, given_to from bulk_rows
    where run_id = ${id} and state = ${undoing ? 'done' : 'waiting'} ${beyond}
      and exists (select from bulk_runs where id = ${id} and state = ${state})
    order by ${undoing ? sql`place desc` : sql`place`} limit ${undoing ? undoneTogether : 1}
    for no key update of bulk_rows skip locked`.execute(tx)
  return rows
}

/** Writes the results of rows in the transaction that produced them. */
async function saveResults(
  tx: Db,
  run: StoredRun,
  rows: readonly RunRow[],
  results: readonly RowResult[],
): Promise<void> {
  const otherwise = run.state === 'undoing' ? 'kept' : 'failed'
  const kept = results.map((result, index) => ({ place: rows[index]!.place, state: otherwise, ...result }))
  await sql`
    update bulk_rows set state = result.state, code = result.code, parameters = result.parameters,
      event_id = coalesce(result.event_id, bulk_rows.event_id)
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as result (place int, state text, code text, parameters jsonb, event_id bigint)
    where bulk_rows.run_id = ${run.id} and bulk_rows.place = result.place`.execute(tx)
}

const noRight = ({ action }: StoredRun): RowResult => ({
  code: 'forbidden',
  parameters: { permission: bulkActions[action] },
})

/** A refusal becomes the row's result; only its own changes are rolled back. */
async function attempt(tx: Db, work: () => Promise<RowResult>): Promise<RowResult> {
  const result = await withSavepoint(tx, work)
  return isRefusal(result) ? refusedWith(result) : result
}

export function refusedWith(refusal: HttpError | InvalidInput): RowResult {
  if (refusal instanceof InvalidInput) return { code: 'invalid' }
  const { parameters } = refusal.extra
  return { code: refusal.code, ...(parameters && { parameters }) }
}

/**
 * Recovers runs whose job is lost: they resume or, if that fails, stop so that a person can resume them. A run lost during its
 * undo counts as done again, and its reverted rows stay reverted. Held mails are sent as at any other end.
 */
export const bulkLongWork = (target: RunTarget): LongWork => ({
  ...runsAtWork,
  job: bulkWork,
  giveUp: async (tx, id, { now, today, baseUrl }) => {
    const { rows } = await sql<{ state: string }>`
      update bulk_runs set state = case state when 'undoing' then 'done' else 'cancelled' end,
        finished_at = coalesce(finished_at, ${now})
      where id = ${id} and ${runsAtWork.underWay} returning state`.execute(tx)
    if (rows.length === 0) return
    if (rows[0]!.state === 'cancelled')
      await target.tellEnd(tx, await findRun(tx, id), { now, today, baseUrl })
    await releaseMails(tx, id, { now, today })
  },
})
