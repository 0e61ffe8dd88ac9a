import { getDocument, OPS, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** All words of a PDF, page by page, as a reader sees them. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 })
    .promise
  const pages: string[] = []
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await document.destroy()
  return pages.join('\n').replace(/\s+/g, ' ')
}

/** Each piece of text on a page (the first by default) with its position, its size, and its font. */
export async function piecesOfPdf(
  bytes: Uint8Array,
  page = 1,
): Promise<{ text: string; x: number; y: number; size: number; font: number }[]> {
  const document = await getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 })
    .promise
  const { items } = await (await document.getPage(page)).getTextContent()
  await document.destroy()
  const fonts: string[] = []
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    if (!fonts.includes(item.fontName)) fonts.push(item.fontName)
    const [size, , , , x, y] = item.transform as number[]
    return [{ text: item.str, x: x!, y: y!, size: size!, font: fonts.indexOf(item.fontName) }]
  })
}

/** Each piece of text on the first page with its position and direction: [1, 0] for horizontal text. */
export async function directionsOfPdf(
  bytes: Uint8Array,
): Promise<{ text: string; x: number; y: number; way: [number, number] }[]> {
  const document = await getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 })
    .promise
  const { items } = await (await document.getPage(1)).getTextContent()
  await document.destroy()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [along, across, , , x, y] = item.transform as [number, number, number, number, number, number]
    const size = Math.hypot(along, across)
    return [{ text: item.str, x, y, way: [Math.round(along / size) + 0, Math.round(across / size) + 0] }]
  })
}

/** Positions of the pictures on the first page, in points from its lower left corner, and their pixel sizes. */
export async function picturesOfPdf(bytes: Uint8Array) {
  const document = await getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 })
    .promise
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList()
  await document.destroy()
  const kept: number[][] = []
  let now = [1, 0, 0, 1, 0, 0]
  const found: { x: number; y: number; width: number; height: number; dots: [number, number] }[] = []
  for (const [at, fn] of fnArray.entries()) {
    const given = argsArray[at] as unknown[]
    if (fn === OPS.save) kept.push(now)
    else if (fn === OPS.restore) now = kept.pop() ?? now
    else if (fn === OPS.transform) now = Util.transform(now, given as number[]) as number[]
    else if (fn === OPS.paintImageXObject) {
      const [width, , , height, x, y] = now as [number, number, number, number, number, number]
      found.push({ x, y, width, height, dots: [given[1] as number, given[2] as number] })
    }
  }
  return found
}
