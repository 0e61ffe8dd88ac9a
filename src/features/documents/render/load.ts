import { PDFDocument } from '@cantoo/pdf-lib'

/** A template's PDF as it is worked on: its own days stay, nothing is guessed where an object cannot be read. */
export const loadPdf = (bytes: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
