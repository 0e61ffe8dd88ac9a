import { addDays, type Day } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import type { DocumentChange, DocumentEffects } from '../contract.ts'
import { proofTaskDays, provenUntil } from '../rules.ts'
import { isCurrentDocument } from './current-documents.ts'
import { checkDays, lockTarget, proofMonths } from './store-document.ts'
import {
  documentsInScope,
  getDocument,
  lockDocument,
  type StoredDocument,
  type Visibility,
} from './queries.ts'
import type { NoticeHandler } from './upload.ts'

type ChangeContext = AuditContext &
  Visibility & {
    noticeCame: NoticeHandler
    /** The current document, for a person who saved an outdated version. */
    present: (row: StoredDocument) => unknown
  }
type Days = { issued_on: Day | null; expires_on: Day | null }

/**
 * Changes the days of an uploaded document. The last day of a proof follows from its issue day unless it was typed.
 * Days of the current notice become those of its organization's proof. Throws 409 for a stale version, and for a
 * document made here: its days are part of it.
 */
export async function changeDays(
  tx: Db,
  { scope, today, noticeCame, present, ...context }: ChangeContext,
  { slug, version }: { slug: string; version: number },
  sent: DocumentChange,
): Promise<void> {
  const { target_type: type, project_id, organization_id } = await getDocument(tx, slug, { scope, today })
  await lockTarget(tx, { type, id: (project_id ?? organization_id)! })
  const row = await lockDocument(tx, slug, { scope, today })
  if (row.version !== version) throw conflict('edit_conflict', { current: present(row) })
  if (row.source === 'generated') throw conflict('generated_days')
  const typed = typedDays(row, sent)
  checkDays({ ...row, ...typed }, today)
  const days = { ...typed, expires_on: await lastDay(tx, row, typed, today) }
  const { before, after } = differences<Record<string, unknown>>(
    { issued_on: row.issued_on, expires_on: row.expires_on },
    days,
  )
  if (Object.keys(after).length === 0) return
  await tx
    .updateTable('documents')
    .set({ ...days, expires_typed: typed.expires_on !== null, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  const object = auditOf('document', { id: row.id, title: row.filename })
  await audit(tx, context, { action: 'change', ...object, before, after })
  if (row.type === 'exemption_notice' && organization_id !== null && isCurrentDocument(row))
    await noticeCame(
      tx,
      { ...context, today },
      { ...typed, organization_id, kind: row.kind, corrects: row.issued_on },
    )
}

/** Effects of a document's days: the last day of the proof, and when somebody is reminded that it ends. */
export async function effectsOf(
  db: Db,
  document: StoredDocument,
  days: { issued_on?: string | undefined; expires_on?: string | undefined },
  { scope, today }: Visibility,
): Promise<DocumentEffects> {
  const typed = { issued_on: days.issued_on || null, expires_on: days.expires_on || null }
  const isProof = document.type === 'exemption_notice'
  const lawful = await lastDay(db, document, { ...typed, expires_on: null }, today)
  const isShorter = typed.expires_on !== null && (lawful === null || typed.expires_on < lawful)
  const valid_until = isShorter || !isProof ? typed.expires_on : lawful
  const { notice, art60a } = await proofMonths(db, typed.issued_on ?? today)
  const superseded = await db
    .selectFrom('documents')
    .select('filename')
    .where('superseded_by', '=', document.id)
    .where('deleted_at', 'is', null)
    .where(documentsInScope(scope))
    .executeTakeFirst()
  return {
    valid_until,
    months: isShorter || lawful === null ? null : document.kind === 'art60a' ? art60a : notice,
    supersedes: superseded?.filename ?? null,
    task_days:
      isProof && valid_until !== null ? proofTaskDays.map((before) => addDays(valid_until, -before)) : [],
  }
}

/** The days as a person typed them: a derived last day is none. */
function typedDays(row: StoredDocument, sent: DocumentChange): Days {
  const before = row.expires_typed ? row.expires_on : null
  return {
    issued_on: sent.issued_on === undefined ? row.issued_on : sent.issued_on,
    expires_on: sent.expires_on === undefined ? before : sent.expires_on,
  }
}

async function lastDay(
  db: Db,
  { type, kind }: Pick<StoredDocument, 'type' | 'kind'>,
  days: Days,
  today: Day,
): Promise<Day | null> {
  return provenUntil({ type, kind, ...days }, await proofMonths(db, days.issued_on ?? today))
}
