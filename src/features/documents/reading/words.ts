import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A receipt says everything on its first pages. */
const mostPages = 5

/**
 * The words of a PDF's first pages, one line each. Draws nothing and runs nothing. To be run where it can do no harm
 * (`in-sandbox.ts`).
 */
export async function readWords(bytes: Uint8Array): Promise<string> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    useWasm: false,
    verbosity: 0,
  })
  const document = await task.promise
  const lines: string[] = []
  for (let number = 1; number <= Math.min(document.numPages, mostPages); number++) {
    // oxlint-disable-next-line no-await-in-loop -- page by page, so that only one is in memory
    const page = await document.getPage(number)
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item && item.str !== '') lines.push(item.str)
  }
  await task.destroy()
  return lines.join('\n')
}
