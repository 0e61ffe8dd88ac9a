import { wallClock } from '#shared/dates.ts'

export type ColumnKind = 'text' | 'integer' | 'money_cents' | 'date' | 'datetime'

/** A cell's value; undefined, null and the empty text leave the cell empty. */
export type XlsxValue = string | number | bigint | boolean | Date | null | undefined

/** Indexes into the cell styles of `stylesXml`. */
const styles = { header: 1, quoted: 2, integer: 3, money_cents: 4, date: 5, datetime: 6 } as const

const maxText = 32_767
const widths: Record<ColumnKind, number> = { text: 32, integer: 12, money_cents: 16, date: 12, datetime: 18 }

/** One cell, or nothing for an empty one. A value that does not fit its column's kind is written as its text. */
export function cellXml(at: string, kind: ColumnKind, value: XlsxValue, onCut?: () => void): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind !== 'text') {
    const number = xlsxNumber(kind, value)
    if (number !== undefined) return `<c r="${at}" s="${styles[kind]}"><v>${number}</v></c>`
  }
  return textXml(at, value instanceof Date ? value.toISOString() : String(value), onCut ? { onCut } : {})
}

/** A text cell: typed as text, so that no spreadsheet reads it as a formula, whatever it starts with. */
export function textXml(
  at: string,
  text: string,
  { bold = false, onCut }: { bold?: boolean; onCut?: () => void } = {},
) {
  const isPlain = !needsCare.test(text)
  let shown = isPlain ? text : xmlText(text)
  if (shown.length > maxText) {
    onCut?.()
    shown = `${shown.slice(0, maxText - 1).replace(/[\ud800-\udbff]$/, '')}…`
  }
  const style = bold ? styles.header : /^\s*[=+\-@]|^[\t\n]/.test(shown) ? styles.quoted : 0
  const space = /^\s|\s$|\n|\t| {2}/.test(shown) ? ' xml:space="preserve"' : ''
  return `<c r="${at}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t${space}>${isPlain ? shown : escapeXml(shown)}</t></is></c>`
}

/** Characters that need escaping or are illegal in XML; most text has none. */
const needsCare = /[^\x20\x21\x23-\x25\x27-\x3b\x3d\x3f-\x5e\x60-\x7e\u00a1-\ud7ff]/

/** The part of a sheet before its rows: the frozen header and the column widths. */
export function sheetStart(
  columns: readonly { kind?: ColumnKind; width?: number }[],
  { frozen = true } = {},
): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const cols = columns.map(({ kind = 'text', width = widths[kind] }, i) => {
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`
  })
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<sheetViews><sheetView workbookViewId="0">${frozen ? pane : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
  )
}

export function headerXml(columns: readonly { header: string }[]): string {
  return `<row r="1">${columns.map(({ header }, i) => textXml(`${columnName(i)}1`, header, { bold: true })).join('')}</row>`
}

/** The part of a sheet after its rows: the filter over all of them, when it has columns. */
export function sheetEnd(columns: number, rows: number): string {
  const filter = columns > 0 ? `<autoFilter ref="A1:${columnName(columns - 1)}${rows}"/>` : ''
  return `</sheetData>${filter}</worksheet>`
}

/** 0 → `A`, 25 → `Z`, 26 → `AA`. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '&quot;')
}

/**
 * Removes characters illegal in XML; `_x0041_`, which Excel would read as "A", is preserved by escaping its underscore.
 */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

/** The stored number of a typed cell, undefined when the value is not of the kind. Cents become euros as text, exactly. */
export function xlsxNumber(kind: Exclude<ColumnKind, 'text'>, value: XlsxValue): string | undefined {
  if (kind === 'date') return typeof value === 'string' ? dayNumber(value) : undefined
  if (kind === 'datetime') {
    const instant = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN)
    return Number.isNaN(instant.getTime()) ? undefined : instantNumber(instant)
  }
  const number = typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined
  if (kind === 'integer') return String(number)
  const digits = String(Math.abs(number)).padStart(3, '0')
  return `${number < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const dayMs = 86_400_000
const dayZero = Date.UTC(1899, 11, 30)

/** Days since 30 December 1899. Excel's calendar is wrong before March 1900, so earlier days stay text. */
function dayNumber(day: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const time = Date.parse(`${day}T00:00:00Z`)
  const serial = (time - dayZero) / dayMs
  return serial >= 61 ? String(serial) : undefined
}

/** Spreadsheets have no time zones: an instant is written as the clock shows it in Berlin, to the second. */
function instantNumber(instant: Date): string | undefined {
  const serial = (Math.floor(wallClock(instant) / 1000) * 1000 - dayZero) / dayMs
  return serial >= 61 ? String(serial) : undefined
}
