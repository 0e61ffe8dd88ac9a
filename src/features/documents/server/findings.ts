import { type Contents, storedBytes } from '#server/files/contents.ts'
import type { Findings } from '#features/document-reading/findings.ts'
import { findInPdf } from '#features/document-reading/reading/in-sandbox.ts'
import type { StoredDocument } from './queries.ts'

/** Values found in the text of a notice; none for other documents or an unreadable one. */
export async function findingsOf(contents: Contents, document: StoredDocument): Promise<Findings> {
  const bytes = await storedBytes(contents, document.sha256)
  const findings = document.type === 'exemption_notice' ? await findInPdf(bytes) : undefined
  return findings ?? { has_text: true, fields: [] }
}
