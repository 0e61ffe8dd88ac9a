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

/** Each piece of text of the first page with its place, its size, and which of the page's fonts it has. */
export async function piecesOfPdf(
  bytes: Uint8Array,
): Promise<{ text: string; x: number; y: number; size: number; font: number }[]> {
  const document = await getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  await document.destroy()
  const fonts: string[] = []
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    if (!fonts.includes(item.fontName)) fonts.push(item.fontName)
    const [size, , , , x, y] = item.transform as number[]
    return [{ text: item.str, x: x!, y: y!, size: size!, font: fonts.indexOf(item.fontName) }]
  })
}
