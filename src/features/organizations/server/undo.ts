import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Day } from '#shared/dates.ts'
import { recordStatus } from '#shared/statuses.ts'
import { type UndoableEvent, type UndoContext, undoEvent } from '#features/history/server/undo.ts'
import { undoDecisions } from '#features/reviews/server/decide.ts'
import { organizationRecord } from '../fields.ts'
import { lockForArchiving } from './archive.ts'
import { writeOrganization } from './change.ts'
import { lockOrganization, type StoredDetail } from './queries.ts'

/** Undoes one change of an organization by its audit event; returns the id of the new event. */
export async function undoOrganizationEvent(
  tx: Db,
  doing: UndoContext & { today: Day },
  { slug, event }: { slug: string; event: number },
): Promise<number> {
  const row = await lockOrganization(tx, slug)
  const values = { ...row, internal_status: row.internal_slug }
  const record = { declared: organizationRecord, id: row.id, title: row.title, values }
  return undoEvent(tx, doing, event, record, (found) => restore(tx, doing, row, found))
}

async function restore(
  tx: Db,
  { auditContext, today }: UndoContext & { today: Day },
  row: StoredDetail,
  event: UndoableEvent,
): Promise<void> {
  const { previous_status, ...fields } = event.before
  // An undo that archives again follows the archive's rules.
  if (fields.status === recordStatus.archived) await lockForArchiving(tx, [row.id])
  if (event.action.startsWith('review_'))
    return undoDecisions(tx, auditContext, 'organization', [{ id: row.id, event }])
  // The values were valid when first saved, so `writeOrganization` repeats only checks whose result may have changed.
  const body = fields as Parameters<typeof writeOrganization>[3]
  await writeOrganization(tx, { now: auditContext.now, today }, row, body)
  if (previous_status !== undefined)
    await sql`update organizations set previous_status = ${previous_status} where id = ${row.id}`.execute(tx)
}
