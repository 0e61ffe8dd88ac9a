import { createHash } from 'node:crypto'
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb } from '#server/formats/pdf-lib.js'
import { type FontName, fontBytes, fontReader } from '#server/formats/fonts.ts'
import { drawLine, lineWidth } from '#server/formats/bidi-text.ts'
import type { Day } from '#shared/dates.ts'
import { drawImage } from './draw-image.ts'
import { describeDocument, identify } from './metadata.ts'
import { beginTags, passive, type Tags } from './tags.ts'

const page = { width: 595.28, height: 841.89, margin: 56 }
const inner = page.width - 2 * page.margin
const ink = rgb(0.08, 0.13, 0.17)
const quiet = rgb(0.36, 0.41, 0.45)
const rule = rgb(0.6, 0.64, 0.68)
const red = rgb(0.7, 0.1, 0.1)

/** Letters that the font cannot draw: better no document than one that says something else. */
export class UnknownLetters extends Error {
  override name = 'UnknownLetters'
}

type TextStyle = {
  points?: number
  bold?: boolean
  isQuiet?: boolean
  indent?: number
  width?: number
  end?: boolean
}

export type Column = { width: number; end?: boolean }

/** A document of plain text on A4 that is written from top to bottom. */
export class Sheet {
  private y = 0
  private page!: PDFPage
  private readonly letters: Set<number>
  private readonly document: PDFDocument
  private readonly regular: PDFFont
  private readonly bold: PDFFont
  private readonly tags: Tags
  /** Hash of everything written, so that different text gives a different id. */
  private readonly written = createHash('sha256')

  private constructor(document: PDFDocument, regular: PDFFont, bold: PDFFont, isPart: boolean) {
    this.document = document
    this.regular = regular
    this.bold = bold
    this.letters = new Set(regular.getCharacterSet())
    this.tags = isPart ? passive : beginTags(document, 'de-DE')
    this.nextPage()
  }

  /** An empty document; its dates are those of the day it is issued, so that the same data make the same bytes. */
  static async create({
    title,
    author,
    day,
    isPart = false,
  }: {
    title: string
    author: string
    day: Day
    /** Its pages go into another document, which tags them. */
    isPart?: boolean
  }): Promise<Sheet> {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.registerFontkit(fontReader)
    describeDocument(document, { title, author, language: 'de-DE', when: `${day}T12:00:00.000Z` })
    const embed = (name: FontName) => document.embedFont(fontBytes(name), { subset: true })
    return new Sheet(document, await embed('regular'), await embed('bold'), isPart)
  }

  nextPage(): void {
    this.page = this.document.addPage([page.width, page.height])
    this.y = page.height - page.margin
  }

  space(points: number): void {
    this.y -= points
  }

  /** A paragraph, broken between words; its own lines stay lines. */
  text(
    text: string,
    { points = 9.5, bold = false, isQuiet = false, indent = 0, end = false, ...given }: TextStyle = {},
  ): void {
    const width = given.width ?? inner - indent
    const font = bold ? this.bold : this.regular
    const lines = this.broken(this.known(text), font, points, width)
    while (lines.length > 0) {
      this.room(points * 1.35)
      // As many lines as the page has room for are one paragraph.
      const fit = Math.max(1, Math.floor((this.y - page.margin) / (points * 1.35)))
      this.paragraph(() => {
        for (const line of lines.splice(0, fit)) {
          this.y -= points * 1.35
          const x = end ? page.width - page.margin - lineWidth(font, line, points) : page.margin + indent
          this.write(line, { x, y: this.y, size: points, font, color: isQuiet ? quiet : ink })
        }
      })
    }
  }

  private paragraph(draw: () => void): void {
    this.tags.text(this.page, draw)
  }

  private write(text: string, options: Parameters<typeof drawLine>[2]): void {
    this.written.update(`${text}\n`)
    drawLine(this.page, text, options)
  }

  /** A caption in small letters, the value beneath it, and a line under both. */
  field(label: string, value: string, { bold = false } = {}): void {
    this.room(34)
    this.text(label, { points: 7.5, isQuiet: true })
    this.space(1)
    this.text(value === '' ? '-' : value, { points: 10.5, bold })
    this.line()
  }

  fields(cells: readonly { label: string; value: string; share: number }[]): void {
    this.room(34)
    const top = this.y
    let lowest = top
    let x = 0
    for (const { label, value, share } of cells) {
      this.y = top
      const width = inner * share - 8
      this.text(label, { points: 7.5, isQuiet: true, indent: x, width })
      this.space(1)
      this.text(value === '' ? '-' : value, { points: 10.5, indent: x, width })
      lowest = Math.min(lowest, this.y)
      x += inner * share
    }
    this.y = lowest
    this.line()
  }

  /** A box that is checked or not, with its text beside it. */
  check(checked: boolean, text: string): void {
    this.room(26)
    const y = this.y - 11.5
    this.tags.artifact(
      this.page,
      () => {
        const box = { x: page.margin, y, width: 9, height: 9, borderColor: ink, borderWidth: 0.7 }
        this.page.drawRectangle(box)
        if (!checked) return
        const stroke = { thickness: 1.1, color: ink }
        const [left, right, top] = [page.margin + 1.5, page.margin + 7.5, y + 7.5]
        this.page.drawLine({ start: { x: left, y: y + 1.5 }, end: { x: right, y: top }, ...stroke })
        this.page.drawLine({ start: { x: left, y: top }, end: { x: right, y: y + 1.5 }, ...stroke })
      },
      'line',
    )
    this.written.update(checked ? 'x' : '-')
    this.text(text, { indent: 16 })
    this.space(4)
  }

  line(): void {
    this.y -= 4
    const [start, end] = [page.margin, page.width - page.margin].map((x) => ({ x, y: this.y }))
    this.tags.artifact(
      this.page,
      () => this.page.drawLine({ start: start!, end: end!, thickness: 0.5, color: rule }),
      'line',
    )
    this.y -= 6
  }

  /** A picture at the left, as large as its place allows, with a text alternative for screen readers. */
  async picture(bytes: Uint8Array, size: { width: number; height: number }, what: string): Promise<void> {
    this.room(size.height)
    this.y -= size.height
    this.written.update(bytes)
    const place = { x: page.margin, y: this.y, ...size, turn: 0 as const }
    await this.tags.figure(this.page, what, () => drawImage(this.document, this.page, place, bytes))
  }

  /** A table whose heading is repeated on every page, with a last row in bold. */
  table(columns: readonly Column[], heading: readonly string[], rows: readonly (readonly string[])[]): void {
    const row = (cells: readonly string[], bold: boolean, points = 9) => {
      let x = page.margin
      this.y -= points * 1.5
      this.paragraph(() => {
        for (const [at, cell] of cells.entries()) {
          const font = bold ? this.bold : this.regular
          const { width, end } = columns[at]!
          const text = this.cut(this.known(cell), font, points, width * inner - 6)
          const shift = end ? width * inner - lineWidth(font, text, points) : 0
          this.write(text, { x: x + shift, y: this.y, size: points, font, color: ink })
          x += width * inner
        }
      })
      this.y -= 4
    }
    row(heading, true, 8)
    for (const [at, cells] of rows.entries()) {
      if (this.y < page.margin + 40) {
        this.nextPage()
        row(heading, true, 8)
      }
      row(cells, at === rows.length - 1)
    }
  }

  /** Words across every page: `TEST`, `ZWEITSCHRIFT`. */
  mark(words: string): void {
    const size = 64
    const width = this.bold.widthOfTextAtSize(words, size)
    this.written.update(words)
    for (const one of this.document.getPages())
      this.tags.artifact(one, () =>
        one.drawText(words, {
          x: page.width / 2 - (width / 2) * Math.SQRT1_2,
          y: page.height / 2 - (width / 2) * Math.SQRT1_2,
          size,
          font: this.bold,
          color: red,
          opacity: 0.22,
          rotate: degrees(45),
        }),
      )
  }

  /** Numbers the pages and returns the bytes. */
  async save(foot: string): Promise<{ bytes: Uint8Array; pages: number }> {
    const pages = this.document.getPages()
    const style = { x: page.margin, y: 30, size: 7.5, font: this.regular, color: quiet }
    for (const [at, one] of pages.entries()) {
      const words = this.known(pages.length > 1 ? `${foot} · Seite ${at + 1} von ${pages.length}` : foot)
      this.tags.artifact(one, () => drawLine(one, words, style), 'foot')
    }
    this.tags.end()
    identify(this.document, this.written.update(foot).digest('hex').slice(0, 32))
    return { bytes: await this.document.save(), pages: pages.length }
  }

  private room(points: number): void {
    if (this.y - points < page.margin) this.nextPage()
  }

  private known(text: string): string {
    const composed = text.normalize('NFC').replace(/[\u00a0\u202f\t]/g, ' ')
    const unknown = Array.from(composed).filter(
      (letter) => letter !== '\n' && !this.letters.has(letter.codePointAt(0)!),
    )
    if (unknown.length > 0) throw new UnknownLetters([...new Set(unknown)].join(' '))
    return composed
  }

  private cut(text: string, font: PDFFont, points: number, width: number): string {
    let shown = text
    while (shown.length > 1 && lineWidth(font, shown, points) > width) shown = shown.slice(0, -1)
    return shown === text ? text : `${shown.slice(0, -1)}…`
  }

  private broken(text: string, font: PDFFont, points: number, width: number): string[] {
    const fits = (words: string) => lineWidth(font, words, points) <= width
    return text.split('\n').flatMap((paragraph) => {
      const lines: string[] = []
      let line = ''
      for (let word of paragraph.split(/ +/)) {
        const longer = line === '' ? word : `${line} ${word}`
        if (fits(longer)) {
          line = longer
          continue
        }
        if (line !== '') lines.push(line)
        while (!fits(word)) {
          let cut = word.length - 1
          while (cut > 1 && !fits(word.slice(0, cut))) cut--
          lines.push(word.slice(0, cut))
          word = word.slice(cut)
        }
        line = word
      }
      return [...lines, line]
    })
  }
}
