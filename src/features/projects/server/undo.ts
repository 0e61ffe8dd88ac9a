import { sql } from 'kysely'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { type HttpError, notFound } from '#server/base/errors.ts'
import { withSavepoint } from '#server/db/savepoint.ts'
import {
  asUndoRefusal,
  type CheckedChange,
  type RecordState,
  type UndoableEvent,
  type UndoContext,
  undoEvents,
} from '#features/history/server/undo.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'
import { namedAnswers } from '#features/additional-fields/server/answers.ts'
import { undoDecisions } from '#features/reviews/server/decide.ts'
import { recordStatus } from '#shared/statuses.ts'
import { projectRecord } from '../fields.ts'
import { refuseArchiving } from './acts/archive-and-duplicate.ts'
import { valuesOn, writeProject } from './change.ts'
import { lockProject, lockProjects, needsOf, type StoredDetail } from './queries.ts'
import { idOfReviewer, writeReviewer } from './reviewer.ts'

type Body = Parameters<typeof writeProject>[3]

type ProjectEvent = { slug: string; event: number }

/** Undoes one change of a project by its audit event; returns the id of the new event. */
export async function undoProjectEvent(tx: Db, doing: UndoContext, chosen: ProjectEvent): Promise<number> {
  const [result] = await undoProjectEvents(tx, doing, [chosen])
  if (typeof result !== 'number') throw result
  return result
}

/** Undoes one change each of several projects; returns for each the new event, or why the change stays. */
export async function undoProjectEvents(
  tx: Db,
  doing: UndoContext,
  chosen: readonly ProjectEvent[],
): Promise<(number | HttpError)[]> {
  const rows = await lockProjects(
    tx,
    chosen.map(({ slug }) => slug),
  )
  const needs = Map.groupBy(
    await needsOf(
      tx,
      [...rows.values()].map(({ id }) => id),
    ),
    (need) => need.project_id,
  )
  const recordOf = (row: StoredDetail) => ({
    declared: projectRecord,
    id: row.id,
    title: row.title,
    values: {
      ...valuesOn(
        row,
        { ...row, internal_status: null, needs: [], ...namedAnswers(row.additional) },
        needs.get(row.id) ?? [],
      ),
      reviewer: row.reviewer_username,
    },
    row,
  })
  const there = chosen.flatMap(({ slug, event }) => {
    const row = rows.get(slug)
    return row ? [{ event, record: recordOf(row) }] : []
  })
  const results = await undoEvents(tx, doing, there, (found) => restoreAll(tx, doing, found))
  const byEvent = new Map(there.map(({ event }, index) => [event, results[index]!]))
  return chosen.map(({ event }) => byEvent.get(event) ?? notFound())
}

type ProjectRecord = RecordState & { row: StoredDetail }

/** Restores the earlier values; returns those that could not be restored, each with its cause. */
async function restoreAll(
  tx: Db,
  doing: UndoContext,
  found: readonly CheckedChange<ProjectRecord>[],
): Promise<Map<number, HttpError>> {
  const refused = new Map<number, HttpError>()
  const isDecision = ({ event }: { event: UndoableEvent }) => event.action.startsWith('review_')
  const decisions = found.filter(isDecision).map(({ event, record }) => ({ id: record.id, event }))
  // Decisions are undone separately, because no refusal applies to them.
  await undoDecisions(tx, doing.auditContext, 'project', decisions)
  await restoreDependent(tx, decisions)
  for (const { event, record } of found.filter((each) => !isDecision(each))) {
    const refusal = await withSavepoint(tx, () => restore(tx, doing, record.row, event))
    if (refusal) refused.set(event.id, asUndoRefusal(refusal))
  }
  return refused
}

async function restore(
  tx: Db,
  { auditContext }: UndoContext,
  row: StoredDetail,
  event: UndoableEvent,
): Promise<undefined> {
  const {
    previous_status: _,
    needs_donation_review_since: __,
    needs_voting_review_since: ___,
    ...rest
  } = event.before
  const { reviewer, ...fields } = rest
  if (reviewer !== undefined) {
    const id = reviewer === null ? null : await idOfReviewer(tx, reviewer as string)
    await writeReviewer(tx, [row.id], id)
  }
  // The values were valid when first saved, so `writeProject` repeats only checks whose result may have changed.
  const { status, ...body } = withAnswers(fields) as Body
  const needs = body.needs && { needs: await withIds(tx, row.id, body.needs) }
  await writeProject(tx, auditContext, row, { ...body, ...needs })
  if (status === recordStatus.archived) await refuseReturn(tx, auditContext, row.slug, event)
  if (status !== undefined) await writeProject(tx, auditContext, await lockProject(tx, row.slug), { status })
  await restoreDependent(tx, [{ id: row.id, event }])
}

const dependentColumns = {
  previous_status: sql`smallint`,
  needs_donation_review_since: sql`timestamptz`,
  needs_voting_review_since: sql`timestamptz`,
}

/** Restores values that depend on a field after the field itself, because writing the field overwrites them. */
async function restoreDependent(
  tx: Db,
  undone: readonly { id: number; event: UndoableEvent }[],
): Promise<void> {
  for (const [column, type] of Object.entries(dependentColumns)) {
    const rows = undone.flatMap(({ id, event: { before } }) =>
      before[column] === undefined ? [] : [{ id, value: before[column] }],
    )
    if (rows.length > 0)
      await sql`
        update projects set ${sql.ref(column)} = kept.value
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as kept (id bigint, value ${type})
        where projects.id = kept.id`.execute(tx)
  }
}

// An event names each answer separately.
function withAnswers(fields: Record<string, unknown>): Record<string, unknown> {
  const answers = Object.keys(fields).filter((name) => fieldKeyOf(name) !== undefined)
  if (answers.length === 0) return fields
  const others = Object.entries(fields).filter(([name]) => !answers.includes(name))
  const additional = Object.fromEntries(answers.map((name) => [fieldKeyOf(name)!, fields[name]]))
  return { ...Object.fromEntries(others), additional }
}

// Archives again only if the archive's own rules allow it. They are checked with the status that archiving overwrites.
async function refuseReturn(
  tx: Db,
  context: AuditContext,
  slug: string,
  { action, before, after }: UndoableEvent,
): Promise<void> {
  const beneath = action === 'unarchive' ? after.status : (before.previous_status ?? recordStatus.inProgress)
  const status = beneath as typeof recordStatus.inProgress | typeof recordStatus.complete
  await writeProject(tx, context, await lockProject(tx, slug), { status })
  refuseArchiving([await lockProject(tx, slug)])
}

// An existing need keeps its row; audit events identify needs by title and amount alone.
async function withIds(tx: Db, projectId: number, needs: NonNullable<Body['needs']>) {
  const free = await needsOf(tx, [projectId])
  return needs.map(({ title, amount_cents }) => {
    const at = free.findIndex((need) => need.title === title && need.amount_cents === amount_cents)
    const [known] = at < 0 ? [] : free.splice(at, 1)
    return { title, amount_cents, ...(known ? { id: known.id } : {}) }
  })
}
