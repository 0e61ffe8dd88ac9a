import { showDay, wallClock } from '#shared/dates.ts'
import type { XlsxColumn } from './xlsx.ts'
import { type XlsxValue, xlsxNumber } from './xlsx-cells.ts'

type Table = {
  columns: readonly XlsxColumn[]
  rows: AsyncIterable<readonly XlsxValue[]> | Iterable<readonly XlsxValue[]>
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/
const pieceChars = 64 * 1024

/**
 * Writes a table that German Excel opens with a double click: UTF-8 with BOM, semicolons, decimal commas, German dates
 * and times. A text that a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export async function* writeCsv({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  let piece = `\ufeff${columns.map(({ header }) => quoted(guarded(header))).join(';')}\r\n`
  for await (const row of rows) {
    piece += `${columns.map(({ kind }, i) => csvCell(kind, row[i])).join(';')}\r\n`
    if (piece.length < pieceChars) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

/** One cell; a value that does not fit its column's kind is written as text. */
export function csvCell(kind: XlsxColumn['kind'], value: XlsxValue): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'date' && typeof value === 'string' && isoDay.test(value)) return showDay(value)
  if (kind === 'datetime') {
    const instant = value instanceof Date ? value : new Date(String(value))
    if (!Number.isNaN(instant.getTime())) return germanTime(instant)
  }
  if (kind === 'integer' || kind === 'money_cents') {
    const number = xlsxNumber(kind, value)
    if (number !== undefined) return number.replace('.', ',')
  }
  return quoted(guarded(value instanceof Date ? value.toISOString() : String(value)))
}

/**
 * Text that a spreadsheet takes for a formula (OWASP, CSV injection), also in full-width characters and behind blanks
 * or invisible characters; also behind apostrophes, because imports strip one.
 */
export const looksLikeFormula = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Prefixes an apostrophe to a text that a spreadsheet would take for a formula. */
export const guarded = (text: string): string => (looksLikeFormula.test(text) ? `'${text}` : text)

export const quoted = (text: string): string =>
  /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** `21.11.2026 10:00:00`, which Excel reads as a time. */
function germanTime(instant: Date): string {
  const [day, time] = new Date(wallClock(instant)).toISOString().split('T') as [string, string]
  return `${showDay(day)} ${time.slice(0, 8)}`
}
