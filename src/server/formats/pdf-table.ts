import type { PDFFont, PDFPage } from '#server/formats/pdf-lib.js'

/**
 * A column of a printed table: its heading, its share of the width, and whether its cells are right-aligned figures.
 */
export type PdfColumn = { heading: string; share: number; end?: boolean }

/** A document of one table: title, introductory lines, rows, and a sum line. */
export type PdfTable = {
  title: string
  subtitle: string
  /** `Page 1 of 3`, in the person's language. */
  pageText: (page: number, pages: number) => string
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  /** Rows in bold: opening and closing balance. */
  isStrong?: (row: number) => boolean
  author: string
  now: Date
}

const page = { width: 595.28, height: 841.89, margin: 42 }
const size = { title: 15, text: 9, small: 7.5 }
const line = 12

/**
 * A table as an A4 PDF with embedded fonts and as many pages as needed: the heading row repeats on every page, words
 * wrap inside their column. Characters missing in the font become a question mark.
 */
export async function tablePdf(table: PdfTable): Promise<Uint8Array> {
  const { PDFDocument, rgb } = await import('#server/formats/pdf-lib.js')
  const document = await PDFDocument.create()
  const { fontBytes, fontReader } = await import('./fonts.ts')
  const { drawLine, lineWidth } = await import('./bidi-text.ts')
  document.registerFontkit(fontReader)
  const regular = await document.embedFont(fontBytes('regular'), { subset: true })
  const bold = await document.embedFont(fontBytes('bold'), { subset: true })
  document.setTitle(`${table.title} ${table.subtitle}`, { showInWindowTitleBar: true })
  document.setAuthor(table.author)
  document.setCreationDate(table.now)
  document.setModificationDate(table.now)
  const inner = page.width - 2 * page.margin
  const shares = table.columns.reduce((sum, column) => sum + column.share, 0)
  const widths = table.columns.map((column) => (column.share / shares) * inner)
  const ink = rgb(0.08, 0.13, 0.17)
  const quiet = rgb(0.36, 0.41, 0.45)
  let sheet: PDFPage
  let y = 0

  const write = (text: string, x: number, font: PDFFont, points: number, color = ink) =>
    drawLine(sheet, text, { x, y, size: points, font, color })
  const row = (cells: readonly string[], font: PDFFont, points = size.text, color = ink) => {
    const wrapped = cells.map((cell, at) => wrap(known(cell, font), font, points, widths[at]! - 8))
    const height = Math.max(...wrapped.map((lines) => lines.length)) * line + 4
    if (y - height < page.margin + 20) newPage()
    const top = y
    let x = page.margin
    for (const [at, lines] of wrapped.entries()) {
      for (const [n, words] of lines.entries()) {
        y = top - (n + 1) * line
        const shift = table.columns[at]!.end ? widths[at]! - 8 - lineWidth(font, words, points) : 0
        write(words, x + shift, font, points, color)
      }
      x += widths[at]!
    }
    y = top - height
    sheet.drawLine({
      start: { x: page.margin, y: y - 1 },
      end: { x: page.width - page.margin, y: y - 1 },
      thickness: 0.4,
      color: rgb(0.83, 0.85, 0.88),
    })
    y -= 3
  }
  const newPage = () => {
    sheet = document.addPage([page.width, page.height])
    y = page.height - page.margin
    if (document.getPageCount() === 1) {
      y -= size.title
      write(known(table.title, bold), page.margin, bold, size.title)
      y -= 16
      write(known(table.subtitle, regular), page.margin, regular, size.text, quiet)
      y -= 14
    }
    row(
      table.columns.map((column) => column.heading),
      bold,
      size.small,
      quiet,
    )
  }
  newPage()
  for (const [at, cells] of table.rows.entries()) row(cells, table.isStrong?.(at) ? bold : regular)
  const pages = document.getPages()
  for (const [at, one] of pages.entries())
    one.drawText(table.pageText(at + 1, pages.length), {
      x: page.margin,
      y: page.margin - 14,
      size: size.small,
      font: regular,
      color: quiet,
    })
  return document.save()
}

/** Replaces characters missing in the font. */
function known(text: string, font: PDFFont): string {
  const drawable = new Set(font.getCharacterSet())
  return Array.from(text.normalize('NFC').replace(/\s+/g, ' '), (letter) =>
    drawable.has(letter.codePointAt(0)!) ? letter : '?',
  ).join('')
}

/** Wraps into lines no wider than `width`; longer words are broken. */
function wrap(text: string, font: PDFFont, points: number, width: number): string[] {
  const fits = (words: string) => font.widthOfTextAtSize(words, points) <= width
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    const next = current === '' ? word : `${current} ${word}`
    if (fits(next)) {
      current = next
      continue
    }
    if (current !== '') lines.push(current)
    current = word
    while (!fits(current)) {
      let cut = current.length - 1
      while (cut > 1 && !fits(current.slice(0, cut))) cut -= 1
      lines.push(current.slice(0, cut))
      current = current.slice(cut)
    }
  }
  lines.push(current)
  return lines
}
