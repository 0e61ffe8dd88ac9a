import { sql } from 'kysely'
import type { AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { type UndoableEvent, undoEvent, type Undoing } from '#features/history/server/undo.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'
import { namedAnswers } from '#features/additional-fields/server/answers.ts'
import { undoDecision } from '#features/reviews/server/decide.ts'
import { refuseArchiving } from './bulk.ts'
import { wireValues, writeProject } from './change.ts'
import { lockProject, needsOf, type StoredDetail } from './queries.ts'
import { idOfReviewer, writeReviewer } from './reviewer.ts'

type Body = Parameters<typeof writeProject>[3]

/** Undoes one change of a project, found by its audit event; answers the id of the event that says so. */
export async function undoProjectEvent(
  tx: Db,
  doing: Undoing,
  { slug, event }: { slug: string; event: number },
): Promise<number> {
  const row = await lockProject(tx, slug)
  const values = {
    ...(await wireValues(tx, row, {
      ...row,
      internal_status: null,
      needs: [],
      ...namedAnswers(row.additional),
    })),
    reviewer: row.reviewer_username,
  }
  const record = { subject: 'project' as const, id: row.id, title: row.title, values }
  return undoEvent(tx, doing, event, record, (found) => restore(tx, doing, row, found))
}

async function restore(
  tx: Db,
  { auditContext }: Undoing,
  row: StoredDetail,
  event: UndoableEvent,
): Promise<void> {
  const { previous_status, needs_donation_review_since, needs_voting_review_since, reviewer, ...fields } =
    event.before
  if (reviewer !== undefined) {
    const id = reviewer === null ? null : await idOfReviewer(tx, reviewer as string)
    await writeReviewer(tx, [row.id], id)
  }
  if (event.action.startsWith('review_')) await undoDecision(tx, auditContext, 'project', row, event)
  // The values were checked when they were saved first; whether they can be had again is checked now.
  else {
    const { status, ...body } = withAnswers(fields) as Body
    const needs = body.needs && { needs: await withIds(tx, row.id, body.needs) }
    await writeProject(tx, auditContext, row, { ...body, ...needs })
    if (status === 3) await refuseReturn(tx, auditContext, row.slug, event)
    if (status !== undefined)
      await writeProject(tx, auditContext, await lockProject(tx, row.slug), { status })
  }
  for (const [column, value] of Object.entries({
    previous_status,
    needs_donation_review_since,
    needs_voting_review_since,
  }))
    if (value !== undefined)
      await sql`update projects set ${sql.ref(column)} = ${value} where id = ${row.id}`.execute(tx)
}

// An event knows each answer by itself.
function withAnswers(fields: Record<string, unknown>): Record<string, unknown> {
  const answers = Object.keys(fields).filter((name) => fieldKeyOf(name) !== undefined)
  if (answers.length === 0) return fields
  const others = Object.entries(fields).filter(([name]) => !answers.includes(name))
  const additional = Object.fromEntries(answers.map((name) => [fieldKeyOf(name)!, fields[name]]))
  return { ...Object.fromEntries(others), additional }
}

// Back into the archive only by the archive's own rules, held against the status the project had beneath it.
async function refuseReturn(
  tx: Db,
  context: AuditContext,
  slug: string,
  { action, before, after }: UndoableEvent,
): Promise<void> {
  const beneath = action === 'unarchive' ? after.status : (before.previous_status ?? 1)
  await writeProject(tx, context, await lockProject(tx, slug), { status: beneath as 1 | 2 })
  refuseArchiving([await lockProject(tx, slug)])
}

// A need that is still there stays the row it is; events know needs by their words alone.
async function withIds(tx: Db, projectId: number, needs: NonNullable<Body['needs']>) {
  const free = await needsOf(tx, [projectId])
  return needs.map(({ title, amount_cents }) => {
    const at = free.findIndex((need) => need.title === title && need.amount_cents === amount_cents)
    const [known] = at < 0 ? [] : free.splice(at, 1)
    return { title, amount_cents, ...(known ? { id: known.id } : {}) }
  })
}
