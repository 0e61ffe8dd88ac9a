import { PDFDocument } from '@cantoo/pdf-lib'
import { straighten } from './straighten-pages.ts'

/** A template's PDF as it is worked on: upright, its own days kept, nothing guessed where an object cannot be read. */
export async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
  straighten(document)
  return document
}
