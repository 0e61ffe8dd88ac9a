import { PDFDocument } from '#server/formats/pdf-lib.js'
import { straighten } from './straighten-pages.ts'

/** A template's PDF for editing: upright, with its original dates, and strict about unreadable objects. */
export async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
  straighten(document)
  return document
}
