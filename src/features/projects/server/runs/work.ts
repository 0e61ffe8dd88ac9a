import { sql } from 'kysely'
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
import { letMailsGo, tellApplicant } from './mails.ts'
import { bulkWork, endRun, findRun, type StoredRun } from './runs.ts'

/**
 * Works on a run row by row, each in a transaction of its own together with its result: whatever happens to the process, a
 * row is done or not, and never twice. It goes on where it was when its worker is lost.
 */
export const bulkJob = defineJob({
  ...bulkWork,
  retries: 20,
  timeLimit: 12 * 60 * 60,
  run: (context, { id }) => workOnRun(context, id),
})

type Place = Pick<JobContext, 'services' | 'db' | 'today' | 'signal'>

/** Does what a run has left, until it is through, cancelled or the process stops. */
export async function workOnRun(place: Place, id: number): Promise<void> {
  const { db, services, signal, today } = place
  while (!signal.aborted) {
    // The run is read for each row: a cancel counts from the next one on.
    const run = await findRun(db, id)
    const isAtWork = run.state === 'running' || run.state === 'undoing'
    if (isAtWork && (await inTransaction(db, (tx) => workOnRow(tx, place, run)))) continue
    return inTransaction(db, async (tx) => {
      const now = services.clock()
      if (isAtWork) await endRun(tx, id, now)
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
}

/** Deals with the next row; false when there is none. */
async function workOnRow(tx: Db, place: Place, run: StoredRun): Promise<boolean> {
  const undoing = run.state === 'undoing'
  // Skipped where another worker has it: one that was taken for lost may still be at its last row.
  const { rows } = await sql<Row>`
    select place, project_id, slug, version, event_id from bulk_rows
    where run_id = ${run.id} and state = ${undoing ? 'done' : 'waiting'}
    order by ${undoing ? sql`place desc` : sql`place`} limit 1 for update skip locked`.execute(tx)
  const row = rows[0]
  if (!row) return false
  const now = place.services.clock()
  const user = await findActiveUser(tx, undoing ? run.undone_by! : run.user_id)
  const result = await attempt(tx, () => {
    if (!user || !mayRun(user, run.action)) return Promise.resolve(noRight(run))
    const auditContext = { actor: { id: user.id, name: fullNameWithUsername(user) }, now }
    return undoing
      ? undoRow(tx, { auditContext, user }, run, row)
      : doRow(tx, place, { auditContext, user }, run, row)
  })
  await sql`
    update bulk_rows set state = ${result.state ?? (undoing ? 'kept' : 'failed')}, code = ${result.code ?? null},
      parameters = ${JSON.stringify(result.parameters ?? null)}::jsonb,
      event_id = coalesce(${result.event_id ?? null}::bigint, event_id)
    where run_id = ${run.id} and place = ${row.place}`.execute(tx)
  return true
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

async function doRow(tx: Db, place: Place, by: By, run: StoredRun, row: Row): Promise<Result> {
  const project = await lockProject(tx, row.slug)
  if (project.id !== row.project_id) return { code: 'not_found' }
  if (project.version !== row.version && !overrulingNothing.includes(run.action))
    return { code: 'edit_conflict', ...(await lastChange(tx, project.id)) }
  const act = actOf(run.action)
  const { services, today } = place
  const { now } = by.auditContext
  const skip = await act.skip(tx, run.input, { user: by.user, now, today })
  const { rows } = await sql<{ code: string | null }>`
    select ${skip} as code from projects where id = ${project.id}`.execute(tx)
  if (rows[0]!.code !== null) return { state: 'skipped', code: rows[0]!.code }
  const event = await act.run(tx, { ...by, now, today, services, locale: run.language }, project, run.input)
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
