import { DamagedContent, type Contents } from '#server/contents.ts'
import { conflict } from '#server/errors.ts'
import { FileReply } from '#server/routes.ts'
import { mediaTypes } from '#shared/route.ts'
import type { StoredDocument } from './queries.ts'

/** A document's file, held against its hash; 409 when it is gone or is another one. */
export async function fileOf(contents: Contents, document: StoredDocument): Promise<FileReply> {
  return new FileReply(await contentOf(contents, document), mediaTypes.pdf, document.filename, document.id)
}

/** Its bytes; 409 likewise. */
export async function contentOf(contents: Contents, { sha256 }: Pick<StoredDocument, 'sha256'>) {
  try {
    return await contents.read(sha256)
  } catch (error) {
    throw error instanceof DamagedContent ? conflict('file_damaged') : error
  }
}
