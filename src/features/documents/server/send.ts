import type { Locale } from '#shared/messages.ts'
import { audit, type AuditContext } from '#server/audit.ts'
import type { Contents } from '#server/contents.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/errors.ts'
import { queueMail } from '#server/mail.ts'
import { contentOf } from './file.ts'
import type { StoredDocument } from './queries.ts'

/**
 * Queues a mail with a document attached, and says so in its log. Throws 409 for a file that is damaged, and for a
 * document that was withdrawn: it would go out as if it counted.
 */
export async function sendDocument(
  tx: Db,
  { contents, ...context }: AuditContext & { contents: Contents },
  document: StoredDocument,
  to: { email: string; language: Locale; message: string },
): Promise<void> {
  if (document.withdrawn_at !== null) throw conflict('document_withdrawn')
  await contentOf(contents, document)
  const { id, sha256, filename, target_title } = document
  const event = await audit(tx, context, {
    action: 'send',
    object_type: 'document',
    object_id: id,
    object_title: filename,
    after: { to: to.email, sha256 },
  })
  await queueMail(tx, {
    template: 'document_sent',
    to: { email: to.email, language: to.language },
    object: { type: 'document', id },
    // Each time that somebody sends it is a mail of its own; the call itself is answered once.
    occasion: String(event),
    data: { title: filename, organization: target_title, reason: to.message },
    attachment: { sha256, filename },
    now: context.now,
  })
}
