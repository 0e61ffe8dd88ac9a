import { dayOf, showDay } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { keptUntil } from '../rules.ts'
import { lockDocument, type Visibility } from './queries.ts'

/**
 * Deletes a document: lists and addresses no longer lead to it, the next sweep removes its bytes, its log stays. Its
 * predecessor becomes current again. Throws 409 during the legal retention period.
 */
export async function removeDocument(
  tx: Db,
  { scope, today, ...context }: AuditContext & Visibility,
  slug: string,
): Promise<void> {
  const row = await lockDocument(tx, slug, { scope, today })
  const { receipt_kept_months } = await limitsOn(tx, today)
  const kept = keptUntil({ ...row, created_on: dayOf(row.created_at) }, receipt_kept_months)
  if (kept !== null && kept >= today) throw conflict('kept_by_law', { parameters: { date: showDay(kept) } })
  await tx
    .updateTable('documents')
    .set({ deleted_at: context.now, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  await audit(tx, context, {
    action: 'delete',
    ...auditOf('document', { id: row.id, title: row.filename }),
    before: { type: row.type, issued_on: row.issued_on, expires_on: row.expires_on, sha256: row.sha256 },
  })
  if (row.superseded_at === null) await restore(tx, context, row.id)
}

/** Makes the superseded document current again when a document is removed as a mistake. */
async function restore(tx: Db, context: AuditContext, id: number): Promise<void> {
  const before = await tx
    .updateTable('documents')
    .set((row) => ({ superseded_at: null, superseded_by: null, version: row('version', '+', 1) }))
    .where('superseded_by', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'filename'])
    .executeTakeFirst()
  if (!before) return
  await audit(tx, context, {
    action: 'change',
    ...auditOf('document', { id: before.id, title: before.filename }),
    before: { superseded: true },
    after: { superseded: false },
  })
}
