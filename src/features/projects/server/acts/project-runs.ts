import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { actionsOverwritingNothing } from '#features/bulk-runs/rules.ts'
import { lockProject } from '../queries.ts'
import { undoProjectEvents } from '../undo.ts'
import { actOf } from './acts.ts'
import { mailApplicantOfChange, mailReviewers } from './mails.ts'
import type { Author, Place, RowResult, RunRow, RunTarget } from '#features/bulk-runs/server/run-target.ts'
import type { StoredRun } from '#features/bulk-runs/server/stored-run.ts'
import { refusedWith } from '#features/bulk-runs/server/work.ts'

export const projectRuns: RunTarget = {
  prepare: async (tx, place, run, user) => {
    const asking = { user, now: place.services.clock(), today: place.today }
    const skip = await actOf(run.action).skip(tx, run.input, asking)
    return (by, row) => doRow(tx, place, { run, skip }, by, row)
  },
  undo: async (tx, by, run, rows) => {
    const doing = { ...by, locale: run.language, mailsKnown: 'any' as const }
    const chosen = rows.map(({ slug, event_id }) => ({ slug, event: event_id! }))
    const results = await undoProjectEvents(tx, doing, chosen)
    return results.map((result) => (typeof result === 'number' ? { state: 'undone' } : refusedWith(result)))
  },
  tellEnd: mailReviewers,
  currentVersion: sql<number>`(select version from projects where id = bulk_rows.project_id)`,
}

type PreparedRun = { run: StoredRun; skip: RawBuilder<string | null> }

async function doRow(
  tx: Db,
  place: Place,
  { run, skip }: PreparedRun,
  by: Author,
  row: RunRow,
): Promise<RowResult> {
  const project = await lockProject(tx, row.slug)
  if (project.id !== row.project_id) return { code: 'not_found' }
  if (project.version !== row.version && !actionsOverwritingNothing.includes(run.action))
    return { code: 'edit_conflict', ...(await lastChange(tx, project.id)) }
  const act = actOf(run.action)
  const { services, today } = place
  const { now } = by.auditContext
  const { rows } = await sql<{ code: string | null }>`
    select ${skip} as code from projects where id = ${project.id}`.execute(tx)
  if (rows[0]!.code !== null) return { state: 'skipped', code: rows[0]!.code }
  const doing = { ...by, now, today, services, locale: run.language }
  const event = await act.run(tx, doing, project, run.input, row.given_to)
  if (event === undefined) return { state: 'done' }
  const told = act.told?.(run.input)
  const { baseUrl } = services.config
  if (told && !(await mailApplicantOfChange(tx, project, told, { event, now, baseUrl })))
    return { state: 'done', code: 'no_address', event_id: event }
  return { state: 'done', event_id: event }
}

async function lastChange(tx: Db, projectId: number): Promise<Pick<RowResult, 'parameters'>> {
  const event = await tx
    .selectFrom('audit_events')
    .select(['actor_name', 'at'])
    .where('object_type', '=', 'project')
    .where('object_id', '=', projectId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event ? { parameters: { person: event.actor_name, at: event.at.toISOString() } } : {}
}
