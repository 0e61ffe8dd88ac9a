import { type Contents, storedBytes } from '#server/files/contents.ts'
import { FileReply } from '#server/routes/implement.ts'
import { mediaTypes } from '#shared/route.ts'
import type { StoredDocument } from './queries.ts'

/** A document's file, checked against its hash; 409 when it is missing or altered. */
export async function fileOf(contents: Contents, document: StoredDocument): Promise<FileReply> {
  const { id, sha256, filename } = document
  return new FileReply(await storedBytes(contents, sha256), mediaTypes.pdf, filename, id)
}
