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
 * Writes a table as German Excel opens it by a double click: UTF-8 with its mark, semicolons, decimal comma, days and
 * times as they are written there. Text that a spreadsheet would read as a formula gets an apostrophe before it.
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

/** One cell; what does not fit its column's kind is its text. */
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
 * What a spreadsheet takes for a formula (OWASP, CSV injection), in full-width signs and behind blanks and invisible signs
 * too; also behind apostrophes, for imports take one off again.
 */
export const looksLikeFormula = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A text with an apostrophe before it where a spreadsheet would take it for a formula. */
export const guarded = (text: string): string => (looksLikeFormula.test(text) ? `'${text}` : text)

/** A text as a cell of semicolon-separated values. */
export const quoted = (text: string): string =>
  /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** `21.11.2026 10:00:00`, which Excel reads as a time. */
function germanTime(instant: Date): string {
  const [day, time] = new Date(wallClock(instant)).toISOString().split('T') as [string, string]
  return `${showDay(day)} ${time.slice(0, 8)}`
}
