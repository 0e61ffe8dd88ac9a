import { type RawBuilder, sql } from 'kysely'
import type { AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { HttpError, InvalidInput } from '#server/errors.ts'
import { defineJob, type JobContext } from '#server/jobs.ts'
import { findActiveUser, fullNameWithUsername, type User } from '#server/session.ts'
import { inTransaction } from '#server/transaction.ts'
import { bulkActions, mayRun, overrulingNothing, type RowState } from '../../bulk.ts'
import { lockProject } from '../queries.ts'
import { undoProjectEvent } from '../undo.ts'
import { actOf } from './acts.ts'
import { letMailsGo, tellApplicant, tellReviewers } from './mails.ts'
import { bulkWork, endRun, findRun, type StoredRun } from './runs.ts'

/**
 * Works on a run row by row, a few in one transaction together with their results: whatever happens to the process, a row
 * is done or not, and never twice. It goes on where it was when its worker is lost.
 */
export const bulkJob = defineJob({
  ...bulkWork,
  retries: 20,
  timeLimit: 12 * 60 * 60,
  run: (context, { id }) => workOnRun(context, id),
})

type Place = Pick<JobContext, 'services' | 'db' | 'today' | 'signal'>

/** Rows share a transaction for so long: others who want one of them wait no longer than that. */
const togetherMs = 25

/** Does what a run has left, until it is through, cancelled or the process stops. */
export async function workOnRun(place: Place, id: number): Promise<void> {
  const { db, services, signal, today } = place
  let after: number | undefined
  while (!signal.aborted) {
    const run = await findRun(db, id)
    const isAtWork = run.state === 'running' || run.state === 'undoing'
    if (isAtWork) {
      const from = after
      after = await inTransaction(db, (tx) => workOnSome(tx, place, run, from))
      // Through from here on: once more from the beginning, for what another worker had and lost.
      if (after !== undefined || from !== undefined) continue
    }
    return inTransaction(db, async (tx) => {
      const now = services.clock()
      if (isAtWork) await endRun(tx, id, now)
      if (run.state === 'running' || run.state === 'cancelled')
        await tellReviewers(tx, run, { now, today, baseUrl: services.config.baseUrl })
      await letMailsGo(tx, id, { now, today })
    })
  }
}

type Row = {
  place: number
  project_id: number
  slug: string
  version: number | null
  event_id: number | null
  given_to: number | null
}

/**
 * Deals with the next rows; answers the place of the last one, or nothing where there was none. A cancel counts from the
 * next row on; rights and settings are as they are when the transaction begins.
 */
async function workOnSome(
  tx: Db,
  place: Place,
  run: StoredRun,
  after: number | undefined,
): Promise<number | undefined> {
  const undoing = run.state === 'undoing'
  const user = await findActiveUser(tx, undoing ? run.undone_by! : run.user_id)
  const asking = user && { user, now: place.services.clock(), today: place.today }
  const skip = asking && (await actOf(run.action).skip(tx, run.input, asking))
  const began = performance.now()
  let last: number | undefined
  while (last === undefined || (performance.now() - began < togetherMs && !place.signal.aborted)) {
    const row = await nextRow(tx, run, last ?? after)
    if (!row) return last
    const now = place.services.clock()
    const result = await attempt(tx, () => {
      if (!user || !skip || !mayRun(user, run.action)) return Promise.resolve(noRight(run))
      const auditContext = { actor: { id: user.id, name: fullNameWithUsername(user) }, now }
      return undoing
        ? undoRow(tx, { auditContext, user }, run, row)
        : doRow(tx, place, { auditContext, user, skip }, run, row)
    })
    await sql`
      update bulk_rows set state = ${result.state ?? (undoing ? 'kept' : 'failed')}, code = ${result.code ?? null},
        parameters = ${JSON.stringify(result.parameters ?? null)}::jsonb,
        event_id = coalesce(${result.event_id ?? null}::bigint, event_id)
      where run_id = ${run.id} and place = ${row.place}`.execute(tx)
    last = row.place
  }
  return last
}

/** The next row of a run that is still at work, after a place in the order it goes in. */
async function nextRow(
  tx: Db,
  { id, state }: StoredRun,
  after: number | undefined,
): Promise<Row | undefined> {
  const undoing = state === 'undoing'
  const beyond = after === undefined ? sql`` : undoing ? sql`and place < ${after}` : sql`and place > ${after}`
  // Skipped where another worker has it: one that was taken for lost may still be at its last rows.
  const { rows } = await sql<Row>`
    select place, project_id, slug, version, event_id, given_to from bulk_rows
    where run_id = ${id} and state = ${undoing ? 'done' : 'waiting'} ${beyond}
      and exists (select from bulk_runs where id = ${id} and state = ${state})
    order by ${undoing ? sql`place desc` : sql`place`} limit 1 for update of bulk_rows skip locked`.execute(
    tx,
  )
  return rows[0]
}

type Result = {
  state?: RowState
  code?: string
  parameters?: Record<string, string | number>
  event_id?: number
}
type By = { auditContext: AuditContext; user: User }

const noRight = ({ action }: StoredRun): Result => ({
  code: 'forbidden',
  parameters: { permission: bulkActions[action] },
})

/** What a row is refused with is its result; its changes are taken back, all else in the transaction stays. */
async function attempt(tx: Db, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint bulk_row`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint bulk_row`.execute(tx)
    return result
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await sql`rollback to savepoint bulk_row`.execute(tx)
    return refusal
  }
}

function refusalOf(error: unknown): Result | undefined {
  if (error instanceof HttpError)
    return { code: error.code, ...(error.extra.parameters && { parameters: error.extra.parameters }) }
  return error instanceof InvalidInput ? { code: 'invalid' } : undefined
}

type Skipping = { skip: RawBuilder<string | null> }

async function doRow(tx: Db, place: Place, by: By & Skipping, run: StoredRun, row: Row): Promise<Result> {
  const project = await lockProject(tx, row.slug)
  if (project.id !== row.project_id) return { code: 'not_found' }
  if (project.version !== row.version && !overrulingNothing.includes(run.action))
    return { code: 'edit_conflict', ...(await lastChange(tx, project.id)) }
  const act = actOf(run.action)
  const { services, today } = place
  const { now } = by.auditContext
  const { rows } = await sql<{ code: string | null }>`
    select ${by.skip} as code from projects where id = ${project.id}`.execute(tx)
  if (rows[0]!.code !== null) return { state: 'skipped', code: rows[0]!.code }
  const event = await act.run(
    tx,
    { ...by, now, today, services, locale: run.language },
    project,
    run.input,
    row.given_to,
  )
  if (event === undefined) return { state: 'done' }
  const told = act.told?.(run.input)
  const { baseUrl } = services.config
  if (told && !(await tellApplicant(tx, project, told, { event, now, baseUrl })))
    return { state: 'done', code: 'no_address', event_id: event }
  return { state: 'done', event_id: event }
}

async function undoRow(tx: Db, by: By, run: StoredRun, row: Row): Promise<Result> {
  const doing = { ...by, locale: run.language, mailsKnown: 'any' as const }
  await undoProjectEvent(tx, doing, { slug: row.slug, event: row.event_id! })
  return { state: 'undone' }
}

async function lastChange(tx: Db, projectId: number): Promise<Pick<Result, 'parameters'>> {
  const event = await tx
    .selectFrom('audit_events')
    .select(['actor_name', 'at'])
    .where('object_type', '=', 'project')
    .where('object_id', '=', projectId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event ? { parameters: { person: event.actor_name, at: event.at.toISOString() } } : {}
}
