import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { lockedFor } from '#server/db/locks.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import { randomSlug } from '#server/db/free-slug.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { type DocumentType, existsOnce, provenUntil, type TargetType, typeOfKind } from '../rules.ts'
import { isCurrent } from './current-documents.ts'

/** A document to be stored; its bytes are in the store already. */
export type NewDocument = {
  type: DocumentType
  kind: string
  target: { type: TargetType; id: number }
  filename: string
  source: 'upload' | 'generated'
  number?: string | null
  sha256: string
  size_bytes: number
  pages: number
  issued_on: Day | null
  expires_on: Day | null
  /** The companies whose money it shows, empty for none; null when unknown, so that only the house sees it. */
  company_ids: number[] | null
  /** Text of a thank-you letter for the tax office about a gift of at most €300. */
  slip?: string
}

type StoreContext = AuditContext & { today: Day }

/**
 * Stores a document and returns its id; a type that exists once supersedes its predecessor. The target is locked, so
 * that simultaneous uploads supersede each other in order.
 */
export async function storeDocument(tx: Db, when: StoreContext, document: NewDocument): Promise<number> {
  const { today, ...context } = when
  const {
    type,
    kind,
    target,
    filename,
    source,
    number = null,
    sha256,
    size_bytes,
    pages,
    issued_on,
    company_ids,
    slip = '',
  } = document
  checkDays(document, today)
  await lockTarget(tx, target)
  const expires_on = provenUntil(document, await proofMonths(tx, issued_on ?? today))
  const superseded = existsOnce(type) ? await supersede(tx, { type, target, now: context.now }) : undefined
  const { id } = await tx
    .insertInto('documents')
    .values({
      slug: randomSlug(filename.replace(/\.pdf$/i, '')),
      type,
      kind,
      ...columnsOf(target),
      filename,
      source,
      number,
      sha256,
      size_bytes,
      pages,
      issued_on,
      expires_on,
      expires_typed: document.expires_on !== null,
      company_ids,
      slip,
      created_by: context.actor.id,
      created_at: context.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const object = auditOf('document', { id, title: filename })
  const facts = {
    type,
    kind,
    target_type: target.type,
    target_id: target.id,
    issued_on,
    expires_on,
    number,
    sha256,
  }
  const action = source === 'upload' ? 'upload' : 'generate'
  await audit(tx, context, {
    ...object,
    action,
    after: { ...facts, supersedes: superseded?.filename ?? null },
  })
  if (superseded) {
    await tx.updateTable('documents').set({ superseded_by: id }).where('id', '=', superseded.id).execute()
    await audit(tx, context, {
      action: 'supersede',
      ...auditOf('document', { id: superseded.id, title: superseded.filename }),
      after: { by: filename },
    })
  }
  return id
}

/** Number of months for which a proof issued on a day counts. */
export async function proofMonths(db: Db, day: Day): Promise<{ notice: number; art60a: number }> {
  const { exemption_notice_months: notice, exemption_art60a_months: art60a } = await limitsOn(db, day)
  return { notice, art60a }
}

export const columnsOf = ({ type, id }: NewDocument['target']) =>
  type === 'project' ? { project_id: id } : { organization_id: id }

/** Refuses days that no such document has. */
export function checkDays(
  { type, kind, issued_on, expires_on }: Pick<NewDocument, 'type' | 'kind' | 'issued_on' | 'expires_on'>,
  today: Day,
): void {
  if (kind === 'art60a' && type !== typeOfKind[kind]) throw invalid({ kind: 'documents.kind_of_notice' })
  if (kind === 'donor_letter' && type !== typeOfKind[kind])
    throw invalid({ kind: 'documents.kind_of_letter' })
  if (type === 'exemption_notice' && issued_on !== null && issued_on > today)
    throw invalid({ issued_on: 'documents.future_notice' })
  if (issued_on !== null && expires_on !== null && expires_on < issued_on)
    throw invalid({ expires_on: 'documents.expires_before_issued' })
}

export async function lockTarget(tx: Db, { type, id }: NewDocument['target']): Promise<void> {
  const table = type === 'project' ? 'projects' : 'organizations'
  const row = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where(notRemoved)
    .$call(lockedFor('change'))
    .executeTakeFirst()
  if (!row) throw invalid({ target_id: 'documents.no_such_target' })
}

type Once = { type: DocumentType; target: NewDocument['target']; now: Date }

/** Marks the current document as superseded and returns it. */
function supersede(tx: Db, { type, target, now }: Once) {
  return tx
    .updateTable('documents')
    .set((row) => ({ superseded_at: now, version: row('version', '+', 1) }))
    .where('type', '=', type)
    .where(`${target.type}_id`, '=', target.id)
    .where(isCurrent)
    .returning(['id', 'filename'])
    .executeTakeFirst()
}
