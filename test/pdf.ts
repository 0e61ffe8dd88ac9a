import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** All words of a PDF, page by page, as a reader sees them. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false }).promise
  const pages: string[] = []
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await document.destroy()
  return pages.join('\n').replace(/\s+/g, ' ')
}
