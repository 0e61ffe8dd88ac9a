import { sql } from 'kysely'
import type { AuditContext } from '#server/audit/audit.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { getDocument, lockDocument, type Visibility } from '#features/documents/server/queries.ts'
import type { StoredContent } from './drawing.ts'
import { drawAgain } from './make-document.ts'

type Stored = {
  kind: 'donation_receipt' | 'collective_receipt'
  content: StoredContent
  withdrawn_at: Date | null
}

async function receiptOf(db: Db, documentId: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select kind, content, withdrawn_at from receipts where document_id = ${documentId}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Withdraws a receipt: its gifts may be certified again, its number is never reused. It locks the gifts before the
 * receipt, in the same order as a refund.
 */
export async function withdrawReceipt(
  tx: Db,
  { scope, today, ...context }: AuditContext & Visibility,
  slug: string,
  { reason, confirm_number }: { reason: string; confirm_number: string },
): Promise<void> {
  const named = await getDocument(tx, slug, { scope, today })
  await sql`select from fundings where id in (select funding_id from receipt_gifts where receipt_id = ${named.id})
    order by id for no key update`.execute(tx)
  const document = await lockDocument(tx, slug, { scope, today })
  const receipt = await receiptOf(tx, document.id)
  if (confirm_number.trim() !== document.number)
    throw invalid({ confirm_number: 'documents.receipts.other_number' })
  if (receipt.withdrawn_at !== null) throw conflict('receipt_withdrawn')
  await tx
    .updateTable('receipts')
    .set({ withdrawn_at: context.now, withdrawn_by: context.actor.id, withdrawn_reason: reason })
    .where('document_id', '=', document.id)
    .execute()
  await tx
    .updateTable('receipt_gifts')
    .set({ is_valid: false })
    .where('receipt_id', '=', document.id)
    .execute()
  await tx
    .updateTable('documents')
    .set({ withdrawn_at: context.now, version: document.version + 1 })
    .where('id', '=', document.id)
    .execute()
  await audit(tx, context, {
    action: 'withdraw',
    ...auditOf('document', { id: document.id, title: document.filename }),
    before: { state: 'original', number: document.number },
    after: { state: 'withdrawn', number: document.number, reason },
  })
}

/** Prints a receipt again with the same number, marked as a reprint. */
export async function reprint(
  db: Db,
  contents: Contents,
  slug: string,
  seen: Visibility,
): Promise<{ bytes: Uint8Array; filename: string; id: number }> {
  const document = await getDocument(db, slug, seen)
  const { kind, content, withdrawn_at } = await receiptOf(db, document.id)
  const mark = withdrawn_at === null ? 'ZWEITSCHRIFT' : 'ZURÜCKGEZOGEN'
  const bytes = await drawAgain({ db, contents }, { kind, content, mark })
  return { bytes, filename: document.filename.replace(/\.pdf$/, `_${mark}.pdf`), id: document.id }
}
