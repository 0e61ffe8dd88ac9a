import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Notices and receipts have their values on the first pages. */
const mostPages = 5

/**
 * Reads the first pages of a PDF one at a time, so that only one is in memory. It draws and runs nothing; use it only in the
 * sandbox (`in-sandbox.ts`).
 */
export async function* firstPages(bytes: Uint8Array): AsyncGenerator<PDFPageProxy> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    useWasm: false,
    verbosity: 0,
  })
  try {
    const document = await task.promise
    // oxlint-disable-next-line no-await-in-loop -- page by page, so that only one is in memory
    for (let number = 1; number <= Math.min(document.numPages, mostPages); number++)
      yield await document.getPage(number)
  } finally {
    await task.destroy()
  }
}
