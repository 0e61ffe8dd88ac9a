import { pdfName } from '#shared/pdf-files.ts'
import { HttpError } from '#server/base/errors.ts'
import type { WholeFile } from '#server/routes/implement.ts'
import type { FoundPdf } from '../places.ts'
import { inspectPdf } from '#features/document-reading/reading/in-sandbox.ts'
import { RenderFailed, renderer } from '../render/in-sandbox.ts'

/** A PDF that a template can be made of, looked at. */
export type InspectedPdf = { bytes: Uint8Array; filename: string; found: FoundPdf }

/** Inspects a template's PDF like any upload, and finds its fields. Throws 415 with the reason for refusing it. */
export async function inspectTemplatePdf({
  bytes,
  filename,
}: Pick<WholeFile, 'bytes' | 'filename'>): Promise<InspectedPdf> {
  const file = pdfName(filename)
  const inspected = await inspectPdf(bytes)
  if ('refused' in inspected) throw refused(inspected.refused, file)
  const found = await renderer.fields(bytes).catch((error: unknown) => {
    throw error instanceof RenderFailed ? refused('unreadable', file) : error
  })
  return { bytes, filename: file, found }
}

const refused = (reason: string, file: string) =>
  new HttpError(415, 'invalid_file_type', {
    reason: { key: `documents.refused.${reason}`, parameters: { file } },
  })
