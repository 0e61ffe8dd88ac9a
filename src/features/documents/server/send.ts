import { addDays, type Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import { type Contents, storedBytes } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { longestLinkDays, personalPieceOf, type SendingWay } from '../rules.ts'
import { makeLink } from './links.ts'
import type { StoredDocument } from './queries.ts'

export type SendInput = {
  email: string
  language: Locale
  message: string
  way: SendingWay
  until?: Day | undefined
}

/**
 * Queues a mail with a document attached, or with a link that expires, and logs it. Throws 409 for a damaged file, and
 * for a withdrawn document, which would look valid.
 */
export async function sendDocument(
  tx: Db,
  { contents, today, ...context }: AuditContext & { contents: Contents; today: Day },
  document: StoredDocument,
  { email, language, message, way, until }: SendInput,
): Promise<void> {
  checkLastDay(way, until, today)
  if (document.withdrawn_at !== null) throw conflict('document_withdrawn')
  const { id, sha256, filename, target_title } = document
  await storedBytes(contents, sha256)
  const event = await audit(tx, context, {
    action: 'send',
    ...auditOf('document', { id, title: filename }),
    after: { to: email, sha256, ...(until && { until }) },
  })
  const mail = {
    to: { email, language },
    object: { type: 'document', id },
    // Each sending is a separate mail; the call itself is idempotent.
    occasion: String(event),
    ofDonor: personalPieceOf(document) === 'donor',
    now: context.now,
  }
  const { slip } = await tx
    .selectFrom('documents')
    .select('slip')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const data = { title: filename, organization: target_title, reason: message, slip }
  if (until === undefined)
    await queueMail(tx, { ...mail, template: 'document_sent', data, attachment: { sha256, filename } })
  else {
    const token = await makeLink(tx, context, { document_id: id, to_email: email, language, until })
    const secrets = { link: `/document-link/${token}/` }
    await queueMail(tx, {
      ...mail,
      template: 'document_link',
      data: { ...data, valid_until: until },
      secrets,
    })
  }
}

// A link always ends, and soon enough that it is not forgotten.
function checkLastDay(way: SendingWay, until: Day | undefined, today: Day): void {
  if (way === 'attachment') {
    if (until !== undefined) throw invalid({ until: 'documents.link_only' })
  } else if (until === undefined || until < today || until > addDays(today, longestLinkDays))
    throw invalid({ until: { key: 'documents.link_days', parameters: { count: longestLinkDays } } })
}
