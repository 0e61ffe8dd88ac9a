import { sql } from 'kysely'
import { z } from 'zod'
import { audit, type AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/errors.ts'
import { enqueue } from '#server/jobs.ts'
import { isSelected, selectionChanged } from '#server/selection.ts'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Selection } from '#shared/selection.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { type BulkAction, repeatable, type RowState, undoableRuns } from '../../bulk.ts'
import { type ProjectQuery, selectableProjects } from '../list.ts'
import { actOf, type Asking } from './acts.ts'
import { dealt } from '../../shares.ts'
import { stopHandOver, stopMailsOf } from './mails.ts'
import type { StoredRun } from './stored-run.ts'

/** The job that works on a run, as it is asked for; what it does stands in work.ts. */
export const bulkWork = { name: 'projects.bulk', payload: z.object({ id: z.int() }) }
const dayMs = 86_400_000

/**
 * Freezes a selection into the rows of a new run and asks for the work. Another number of rows than expected is 409
 * `selection_changed`; rows that the act leaves out are told as skipped from the beginning.
 */
export async function startRun(
  tx: Db,
  context: AuditContext & { locale: Locale } & Asking,
  {
    action,
    input,
    selection,
    since,
  }: { action: BulkAction; input: unknown; selection: Selection<ProjectQuery>; since?: string | undefined },
): Promise<number> {
  const { now, user, locale } = context
  const run = await tx
    .insertInto('bulk_runs')
    .values({
      action,
      input: JSON.stringify(input),
      user_id: user.id,
      language: locale,
      total: 0,
      created_at: now,
      undo_until: await undoUntil(tx, context),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const skip = await actOf(action).skip(tx, input, context)
  const { numAffectedRows } = await sql`
    insert into bulk_rows (run_id, place, project_id, slug, title, version, state, code)
    select ${run.id}::bigint, row_number() over (order by id), id, slug, title, version,
      case when code is null then 'waiting' else 'skipped' end, code
    from (
      select id, slug, title, version, ${skip} as code from projects
      where ${isSelected(selectableProjects, selection)}
    ) chosen`.execute(tx)
  const found = Number(numAffectedRows ?? 0)
  if ('slugs' in selection) await noteGone(tx, run.id, selection.slugs, found)
  else if (found !== selection.expected_count) throw await projectsChanged(tx, selection, since)
  const among = actOf(action).among?.(input)
  if (among) await dealOut(tx, run.id, among)
  const total = 'slugs' in selection ? selection.slugs.length : found
  await tx.updateTable('bulk_runs').set({ total }).where('id', '=', run.id).execute()
  await audit(tx, context, {
    action: 'run',
    object_type: 'bulk_run',
    object_id: run.id,
    object_title: action,
    after: { action, total, input: input as Record<string, unknown> },
  })
  await enqueue(tx, bulkWork, { id: run.id })
  return run.id
}

const mostNewcomers = 100

/** 409 for another number of rows than expected, with those that were created since, the newest first, where they are few. */
export async function projectsChanged(
  db: Db,
  selection: Extract<Selection<ProjectQuery>, { query: ProjectQuery }>,
  since: string | undefined,
): Promise<Error> {
  const refusal = await selectionChanged(db, selectableProjects, selection)
  if (since === undefined) return refusal
  const { rows } = await sql<{ slug: string; title: string; organization: string; created_at: Date }>`
    select slug, title, organization_title as organization, created_at from projects
    where created_at >= ${since} and ${isSelected(selectableProjects, selection)}
    order by created_at desc, id desc limit ${mostNewcomers}`.execute(db)
  const newcomers = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  refusal.extra.current = { ...(refusal.extra.current as object), newcomers }
  return refusal
}

/** Until when a run that starts now can be undone as one. */
export async function undoUntil(db: Db, { now, today }: { now: Date; today: Day }): Promise<Date> {
  return new Date(now.getTime() + (await limitsOn(db, today)).bulk_undo_days * dayMs)
}

// In the order they have waited; what somebody was left with counts as a part of theirs.
async function dealOut(tx: Db, runId: number, people: number[]): Promise<void> {
  const { rows } = await sql<{ person: number | null; n: number }>`
    select case when state = 'skipped' and code = 'already_theirs' then reviewer_id end as person, count(*)::int as n
    from bulk_rows join projects on projects.id = project_id
    where run_id = ${runId} and (state = 'waiting' or code = 'already_theirs') group by 1`.execute(tx)
  const held = people.map((id) => rows.find((row) => row.person === id)?.n ?? 0)
  const free = rows.find((row) => row.person === null)?.n ?? 0
  await sql`
    update bulk_rows set given_to = dealt.person
    from (
      select place, row_number() over (order by waiting_since, id) as turn
      from bulk_rows join projects on projects.id = project_id
      where run_id = ${runId} and state = 'waiting'
    ) chosen join unnest(${dealt(held, free).map((place) => people[place])}::bigint[]) with ordinality
      as dealt (person, turn) on dealt.turn = chosen.turn
    where bulk_rows.run_id = ${runId} and bulk_rows.place = chosen.place`.execute(tx)
}

// Named ones that are not there any more have their line, too.
async function noteGone(tx: Db, runId: number, slugs: string[], found: number): Promise<void> {
  if (found === slugs.length) return
  await sql`
    insert into bulk_rows (run_id, place, slug, title, state, code)
    select ${runId}::bigint, ${found}::int + row_number() over (order by ordinality), slug, slug, 'failed', 'not_found'
    from unnest(${slugs}::text[]) with ordinality as named (slug, ordinality)
    where not exists (select from bulk_rows where run_id = ${runId} and bulk_rows.slug = named.slug)`.execute(
    tx,
  )
}

/** A run; throws notFound. */
export async function findRun(db: Db, id: number): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`select * from bulk_runs where id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The same, locked. */
export async function lockRun(tx: Db, id: number): Promise<StoredRun> {
  const { rows } = await sql<StoredRun>`select * from bulk_runs where id = ${id} for no key update`.execute(
    tx,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Stops a run: the record in work is finished, the others stay as they are. */
export async function cancelRun(tx: Db, context: AuditContext, id: number): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.state !== 'running') throw conflict('bulk_not_running')
  await setState(tx, id, { state: 'cancelled', finished_at: context.now })
  await note(tx, context, run, 'cancel')
}

/**
 * Retries the failures that may succeed now, on the projects' current versions. A cancelled run also resumes the rows it had not
 * reached, and refuses projects that were changed since it began.
 */
export async function retryRun(tx: Db, context: AuditContext, id: number): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.state !== 'done' && run.state !== 'cancelled') throw conflict('bulk_at_work')
  const { numAffectedRows } = await sql`
    update bulk_rows set state = 'waiting', code = null, parameters = null,
      version = (select version from projects where id = bulk_rows.project_id)
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

/** Stops the mails of a run that have not left; what it did stays. */
export async function stopMails(tx: Db, context: AuditContext, id: number): Promise<void> {
  const run = await lockRun(tx, id)
  if ((await stopMailsOf(tx, id)) === 0) throw conflict('bulk_mails_gone')
  await note(tx, context, run, 'stop_mails')
}

/** Asks for the undo of a run as one. */
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

/** Ends a run whose rows are all dealt with. */
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
    object_type: 'bulk_run',
    object_id: run.id,
    object_title: run.action,
    before: { state: run.state },
  })

/** How many rows of a run are in which state, and for which cause. */
export async function tallyOf(db: Db, ids: number[]) {
  const { rows } = await sql<{ run_id: number; state: RowState; code: string | null; count: number }>`
    select run_id, state, code, count(*)::int as count from bulk_rows where run_id = any(${ids}::bigint[])
    group by run_id, state, code order by count desc, code`.execute(db)
  return rows
}
