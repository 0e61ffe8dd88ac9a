import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { pdfName } from '#shared/pdf-files.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { CompanyScope } from '#server/auth/company-scope.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { HttpError, invalid } from '#server/base/errors.ts'
import type { WholeFile, WriteOnce } from '#server/routes/implement.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { UploadFields } from '../contract.ts'
import { inspectPdf } from '#features/document-reading/reading/in-sandbox.ts'
import { type DocumentType, existsOnce, isOfOrganization, personalPieceOf } from '../rules.ts'
import { isCurrent } from './current-documents.ts'
import { lockTarget, type NewDocument, storeDocument } from './store-document.ts'
import { documentsInScope, type Visibility } from './queries.ts'

/**
 * Called when a notice of exemption for an organization was uploaded. The feature that knows proofs returns its
 * effects.
 */
export type NoticeHandler = (
  tx: Db,
  when: AuditContext & { today: Day },
  notice: {
    organization_id: number
    kind: string
    issued_on: Day | null
    /** A last day that was typed: it may end the proof sooner. */
    expires_on: Day | null
    /** The issue day that this one corrects. */
    corrects?: Day | null
  },
) => Promise<void>

type Place = Visibility & {
  db: Db
  contents: Contents
  context: AuditContext
  writeOnce: WriteOnce
  noticeCame: NoticeHandler
}

/**
 * The name under which an upload is stored. A document about a donor gets its type and day: its file name may contain
 * the donor, and names appear in lists, logs and mails.
 */
function nameToStore(
  name: string,
  document: Pick<UploadFields, 'type' | 'kind' | 'issued_on'> & { today: Day },
): string {
  if (personalPieceOf(document) !== 'donor') return name
  const title = document.type === 'receipt' ? 'Zuwendungsbestätigung' : 'Schreiben'
  return `${title}_${document.issued_on || document.today}.pdf`
}

/**
 * Documents that describe an organization belong to no company. Any other upload may name private money, so it belongs
 * to the uploader's company.
 */
function companiesOfUpload(type: DocumentType, { company_id }: CompanyScope): number[] | null {
  if (isOfOrganization(type)) return []
  return company_id === 'every' || company_id === null ? null : [company_id]
}

/** Refuses a company user's upload that would supersede a document which they do not see. */
async function refuseReplacingUnseen(tx: Db, { type, target }: NewDocument, scope: CompanyScope) {
  if (scope.company_id === 'every' || !existsOnce(type)) return
  await lockTarget(tx, target)
  const unseen = await tx
    .selectFrom('documents')
    .select('id')
    .where('type', '=', type)
    .where(`${target.type}_id`, '=', target.id)
    .where(isCurrent)
    .where(sql<boolean>`not ${documentsInScope(scope)}`)
    .executeTakeFirst()
  if (unseen) throw invalid({ type: 'documents.held_by_house' })
}

/** Stores an inspected PDF and returns its id. Throws 415 with the reason for refusing it. */
export async function storeUpload(
  { db, contents, scope, today, context, writeOnce, noticeCame }: Place,
  { bytes, filename }: WholeFile,
  { target_type, target_id, issued_on, expires_on, ...fields }: UploadFields,
): Promise<number> {
  const inspected = await inspectPdf(bytes)
  const name = pdfName(filename)
  if ('refused' in inspected) {
    const reason = { key: `documents.refused.${inspected.refused}`, parameters: { file: name } }
    throw new HttpError(415, 'invalid_file_type', { reason })
  }
  const sha256 = await contents.put(bytes)
  const document: NewDocument = {
    ...fields,
    target: { type: target_type, id: target_id },
    filename: nameToStore(name, { ...fields, issued_on, today }),
    source: 'upload',
    sha256,
    size_bytes: bytes.length,
    pages: inspected.pages,
    issued_on: issued_on || null,
    expires_on: expires_on || null,
    company_ids: companiesOfUpload(fields.type, scope),
  }
  const when = { ...context, today }
  const { value: id } = await inTransaction(db, (tx) =>
    writeOnce(tx, sha256, async () => {
      await refuseReplacingUnseen(tx, document, scope)
      const kept = await storeDocument(tx, when, document)
      if (document.type === 'exemption_notice' && target_type === 'organization')
        await noticeCame(tx, when, { ...document, organization_id: target_id })
      return kept
    }),
  )
  // The sweep may have removed the bytes as orphaned just before the row existed.
  if (!(await contents.has(sha256))) await contents.put(bytes)
  return id
}
