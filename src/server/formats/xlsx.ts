import { createHash } from 'node:crypto'
import {
  cellXml,
  columnName,
  type ColumnKind,
  headerXml,
  sheetEnd,
  sheetStart,
  textXml,
  type XlsxValue,
} from './xlsx-cells.ts'
import {
  contentTypes,
  rootRelations,
  stylesXml,
  type WrittenSheet,
  workbookRelations,
  workbookXml,
} from './xlsx-parts.ts'
import { writeZip, type ZipEntry } from './zip.ts'

/** A column: the kind of its cells (money in whole cents, days `YYYY-MM-DD`, instants) and its width in characters. */
export type XlsxColumn = { header: string; kind: ColumnKind; width?: number }

/** A sheet whose rows are pulled during writing; a row has one value per column, null for an empty cell. */
export type XlsxSheet = {
  name: string
  columns: readonly XlsxColumn[]
  rows: AsyncIterable<readonly XlsxValue[]> | Iterable<readonly XlsxValue[]>
}

/**
 * Result of writing: data rows, texts cut because a cell holds at most 32,767 characters (they end in `…`), the sum of
 * each money column, and the SHA-256 of the data sheets' concatenated XML, so that others can verify it.
 */
export type XlsxCount = {
  rows: number
  cutTexts: number
  sheets: number
  sums: readonly { header: string; cents: bigint }[]
  sha256: string
}
/** A line of the last sheet: its label, and a text, a number or an amount in cents. */
export type XlsxAbout = readonly [string, string | number | { cents: bigint }]

export type XlsxBook = {
  sheets: readonly XlsxSheet[]
  /** The last sheet, with two columns, is created after all rows are written, so it can report their number. */
  about?: { name: string; rows: (count: XlsxCount) => readonly XlsxAbout[] }
  /** Rows per sheet including the header; further rows go to another sheet. Excel's limit by default. */
  rowsPerSheet?: number
}

/** Excel's row limit per sheet, including the header. */
export const excelRows = 1_048_576
const pieceChars = 64 * 1024

/**
 * Writes a workbook in pieces, in constant memory. Text never becomes a formula: it is stored as text, and text that
 * looks like one gets Excel's quote prefix, so that it stays text even after an edit. An error of a row source ends the
 * stream with that error, never with a shorter file.
 */
export function writeXlsx(book: XlsxBook): AsyncGenerator<Uint8Array> {
  return writeZip(parts(book))
}

async function* parts({ sheets, about, rowsPerSheet = excelRows }: XlsxBook): AsyncGenerator<ZipEntry> {
  const written: WrittenSheet[] = []
  const count = { rows: 0, cutTexts: 0 }
  const sums = new Map<string, Sum>()
  const hash = createHash('sha256')
  const onCut = () => void count.cutTexts++

  async function* sheetText(sheet: XlsxSheet, rows: RowCursor, place: WrittenSheet) {
    const pieces = gather()
    yield* pieces.add(sheetStart(sheet.columns) + headerXml(sheet.columns))
    const columns = sheet.columns.map(({ kind, header }, i) => ({
      kind,
      letters: columnName(i),
      sum: kind === 'money_cents' ? sums.get(header) : undefined,
    }))
    while (place.rows < rowsPerSheet) {
      const row = await rows.next()
      if (row === undefined) break
      place.rows++
      count.rows++
      let xml = `<row r="${place.rows}">`
      for (let i = 0; i < columns.length; i++) {
        const { kind, letters, sum } = columns[i]!
        const value = row[i]
        if (value === null) continue
        xml += cellXml(letters + place.rows, kind, value, onCut)
        if (sum) addTo(sum, value)
      }
      yield* pieces.add(`${xml}</row>`)
    }
    yield* pieces.add(sheetEnd(sheet.columns.length, place.rows))
    yield* pieces.rest()
  }

  for (const sheet of sheets) {
    for (const { kind, header } of sheet.columns)
      if (kind === 'money_cents') sums.set(header, { whole: 0n, part: 0 })
    const rows = cursor(sheet.rows)
    try {
      for (let part = 1; part === 1 || (await rows.peek()) !== undefined; part++) {
        const place = { name: sheetName(sheet.name, written, part), rows: 1, columns: sheet.columns.length }
        written.push(place)
        yield {
          name: `xl/worksheets/sheet${written.length}.xml`,
          text: sheetText(sheet, rows, place),
          hash,
        }
      }
    } finally {
      await rows.close()
    }
  }
  if (about) {
    const rows = about.rows({
      ...count,
      sheets: written.length,
      sums: [...sums].map(([header, { whole, part }]) => ({ header, cents: whole + BigInt(part) })),
      sha256: hash.digest('hex'),
    })
    written.push({ name: sheetName(about.name, written), rows: rows.length, columns: 0 })
    yield { name: `xl/worksheets/sheet${written.length}.xml`, text: [[...aboutText(rows)]] }
  }
  yield { name: 'xl/styles.xml', text: [[stylesXml]] }
  yield { name: 'xl/workbook.xml', text: [[workbookXml(written)]] }
  yield { name: 'xl/_rels/workbook.xml.rels', text: [[workbookRelations(written.length)]] }
  yield { name: '_rels/.rels', text: [[rootRelations]] }
  yield { name: '[Content_Types].xml', text: [[contentTypes(written.length)]] }
}

/** The sum of a column: ordinary numbers while they are exact, so that not every cell needs a bigint. */
type Sum = { whole: bigint; part: number }

function addTo(sum: Sum, value: XlsxValue): void {
  if (typeof value === 'bigint') sum.whole += value
  else if (typeof value === 'number' && Number.isSafeInteger(value)) {
    const part = sum.part + value
    if (Number.isSafeInteger(part)) sum.part = part
    else {
      sum.whole += BigInt(sum.part)
      sum.part = value
    }
  }
}

function* aboutText(rows: readonly XlsxAbout[]) {
  yield sheetStart([{ width: 32 }, { width: 100 }], { frozen: false })
  for (const [i, [label, value]] of rows.entries()) {
    const at = `B${i + 1}`
    const cell =
      typeof value === 'object'
        ? cellXml(at, 'money_cents', value.cents)
        : cellXml(at, typeof value === 'number' ? 'integer' : 'text', value)
    yield `<row r="${i + 1}">${textXml(`A${i + 1}`, label, { bold: true })}${cell}</row>`
  }
  yield sheetEnd(0, 0)
}

/**
 * A sheet name Excel accepts: at most 31 characters, none of `[]:*?/\`, no quote at either end, not empty, not
 * "History", and unique in the workbook; further parts of one sheet are numbered.
 */
export function sheetName(wish: string, taken: readonly { name: string }[], part = 1): string {
  const cleaned = wish
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
    .toWellFormed()
  const base = cleaned === '' || cleaned.toLowerCase() === 'history' ? `${cleaned || 'Sheet'}_` : cleaned
  for (let number = part; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const room = 31 - suffix.length
    const name = (base.length > room ? base.slice(0, room).replace(/[\ud800-\udbff]$/, '') : base) + suffix
    if (!taken.some((one) => one.name.toLowerCase() === name.toLowerCase())) return name
  }
}

type RowCursor = ReturnType<typeof cursor>

/** Rows one at a time, with lookahead: whether another sheet is needed. */
function cursor(rows: XlsxSheet['rows']) {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let ahead: readonly XlsxValue[] | undefined
  let done = false
  async function pull() {
    if (done) return undefined
    const next = await iterator.next()
    if (next.done) done = true
    return next.done ? undefined : next.value
  }
  return {
    peek: async () => (ahead ??= await pull()),
    next: async () => {
      const row = ahead ?? (await pull())
      ahead = undefined
      return row
    },
    close: async () => {
      if (!done) await iterator.return?.()
      done = true
    },
  }
}

/** Collects small texts into pieces of about 64k characters without joining them, which would copy them again. */
function gather() {
  let held: string[] = []
  let size = 0
  return {
    *add(text: string) {
      held.push(text)
      size += text.length
      if (size < pieceChars) return
      yield held
      held = []
      size = 0
    },
    *rest() {
      if (held.length > 0) yield held
    },
  }
}
