import { sql } from 'kysely'
import { z } from 'zod'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { defineWork } from '#server/work/define-work.ts'
import { enqueue } from '#server/work/jobs.ts'
import type { Day } from '#shared/dates.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { repeatable, type RowState, type RunState, undoableRuns } from '../rules.ts'
import { stopHandOver, stopMailsOf } from './mails.ts'
import type { RunTarget } from './run-target.ts'
import type { StoredRun } from './stored-run.ts'

/** The job that works on a run; implemented in work.ts. */
export const bulkWork = { name: 'projects.bulk', payload: z.object({ id: z.int() }) }

/** Runs as long work: while they change rows, and while they undo them. */
export const runsAtWork = defineWork<'bulk_runs', RunState>({
  kind: 'bulk_run',
  table: 'bulk_runs',
  states: { running: 'working', undoing: 'working', done: 'done', undone: 'done', cancelled: 'stopped' },
  owner: 'user_id',
  askedAt: 'created_at',
  about: sql`action`,
  done: sql`(select count(*) from bulk_rows row where run_id = work.id and case
    when work.state in ('undoing', 'undone') then row.state in ('undone', 'kept') else row.state in ('done', 'failed') end)`,
  total: sql`(select count(*) from bulk_rows row where run_id = work.id and case
    when work.state in ('undoing', 'undone') then row.state in ('undone', 'kept', 'done') else row.state <> 'skipped' end)`,
  canStop: sql`state = 'running'`,
  notRunning: () => conflict('bulk_not_running'),
})

const dayMs = 86_400_000

/** Deadline for undoing a run that starts now. */
export async function undoUntil(db: Db, { now, today }: { now: Date; today: Day }): Promise<Date> {
  return new Date(now.getTime() + (await limitsOn(db, today)).bulk_undo_days * dayMs)
}

export async function findRun(db: Db, id: number): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`select * from bulk_runs where id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

export async function lockRun(tx: Db, id: number): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`select * from bulk_runs where id = ${id} for no key update`.execute(
    tx,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Stops a run: the current row is finished, the others stay unchanged. */
export async function cancelRun(tx: Db, context: AuditContext, id: number): Promise<void> {
  const run = await lockRun(tx, id)
  await runsAtWork.stop(tx, id, context.now)
  await note(tx, context, run, 'cancel')
}

/**
 * Retries failures that may succeed now, on the records' current versions. A cancelled run also resumes the rows it had not
 * reached, and refuses records changed since it began.
 */
export async function retryRun(
  tx: Db,
  context: AuditContext,
  id: number,
  { currentVersion }: Pick<RunTarget, 'currentVersion'>,
): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.state !== 'done' && run.state !== 'cancelled') throw conflict('bulk_at_work')
  const { numAffectedRows } = await sql`
    update bulk_rows set state = 'waiting', code = null, parameters = null,
      version = ${currentVersion}
    where run_id = ${id} and state = 'failed' and code = any(${repeatable}::text[])`.execute(tx)
  if (!numAffectedRows && !(run.state === 'cancelled' && (await hasWaitingRows(tx, id))))
    throw conflict('bulk_nothing_to_retry')
  await setState(tx, id, { state: 'running', finished_at: null })
  await note(tx, context, run, 'retry')
  await enqueue(tx, bulkWork, { id })
}

async function hasWaitingRows(tx: Db, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from bulk_rows where run_id = ${id} and state = 'waiting' limit 1`.execute(tx)
  return rows.length > 0
}

/** Stops the queued mails of a run; its changes stay. */
export async function stopMails(tx: Db, context: AuditContext, id: number): Promise<void> {
  const run = await lockRun(tx, id)
  if ((await stopMailsOf(tx, id)) === 0) throw conflict('bulk_mails_gone')
  await note(tx, context, run, 'stop_mails')
}

/** Queues the undo of a whole run. */
export async function undoRun(tx: Db, context: AuditContext, userId: number, id: number): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.state === 'undone') throw conflict('bulk_undone')
  if (run.state === 'running' || run.state === 'undoing') throw conflict('bulk_at_work')
  if (!undoableRuns.includes(run.action)) throw conflict('undo_not_possible')
  if (run.undo_until <= context.now) throw conflict('bulk_undo_too_late')
  await setState(tx, id, { state: 'undoing', finished_at: null, undone_by: userId })
  await stopHandOver(tx, id)
  await note(tx, context, run, 'undo')
  await enqueue(tx, bulkWork, { id })
}

type Change = Partial<Pick<StoredRun, 'state' | 'finished_at' | 'undone_by' | 'undone_at'>>
const setState = (tx: Db, id: number, change: Change) =>
  tx.updateTable('bulk_runs').set(change).where('id', '=', id).execute()

export async function endRun(tx: Db, id: number, now: Date): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.state === 'running') await setState(tx, id, { state: 'done', finished_at: now })
  if (run.state === 'undoing') await setState(tx, id, { state: 'undone', finished_at: now, undone_at: now })
}

const note = (
  tx: Db,
  context: AuditContext,
  run: StoredRun,
  action: 'cancel' | 'retry' | 'undo' | 'stop_mails',
) =>
  audit(tx, context, {
    action,
    ...auditOf('bulk_run', { id: run.id, title: run.action }),
    before: { state: run.state },
  })

export async function tallyOf(db: Db, ids: number[]) {
  const { rows } = await sql<{ run_id: number; state: RowState; code: string | null; count: number }>`
    select run_id, state, code, count(*)::int as count from bulk_rows where run_id = any(${ids}::bigint[])
    group by run_id, state, code order by count desc, code`.execute(db)
  return rows
}
