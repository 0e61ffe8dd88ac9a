import { parseAmount } from './amounts.ts'
import { noDateEvidence, parseDate } from './dates.ts'
import { fieldNames, type ImportField, importFields } from './fields.ts'
import type { Cell, SourceRow } from './row.ts'

/** Which column (from 0) holds which field; `header` tells whether the first row names the columns. */
export type Mapping = {
  header: boolean
  columns: Partial<Record<ImportField, number>>
  /** The amounts are whole cents (a header like `total_amount_cents`), not euros. */
  amountInCents?: boolean
  /** Fields guessed from a column's content, because no header names it: worth a second look. */
  fromContent: ImportField[]
}

/**
 * Guesses which column is which from the first rows of a file: by header names (German and English), and where there
 * is no header line by what the cells prove (amounts, days, postcodes, e-mails). Names are never guessed from content.
 */
export function guessMapping(rows: readonly SourceRow[]): Mapping {
  const first = rows[0]?.cells ?? []
  const body = rows.slice(1)
  const header = isHeader(first, body)
  if (!header) {
    const columns = fromContent(rows)
    return { header, columns, fromContent: Object.keys(columns) as ImportField[] }
  }
  const headers = first.map((cell) => foldHeader(String(cell)))
  const columns = settle(fromNames(headers))
  const mapping: Mapping = { header, columns, fromContent: [] }
  if (columns.amount !== undefined && /cents?$/.test(headers[columns.amount]!)) mapping.amountInCents = true
  return mapping
}

/** A header's name without case, accents, punctuation and spaces: `Empfänger (Name)` → `empfaengername`. */
export function foldHeader(text: string): string {
  const german = text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
  return german.normalize('NFD').replace(/[^a-z0-9]/g, '')
}

function fromNames(headers: readonly string[]): Mapping['columns'] {
  const offers: { field: ImportField; column: number; rank: number }[] = []
  for (const field of importFields) {
    headers.forEach((header, column) => {
      const rank = fieldNames[field].findIndex((name) =>
        name.startsWith('*') ? header.includes(name.slice(1)) : header === name,
      )
      if (rank < 0) return
      offers.push({ field, column, rank: fieldNames[field][rank]!.startsWith('*') ? rank + 1000 : rank })
    })
  }
  // The best names choose first; a column serves one field only.
  offers.sort(
    (a, b) =>
      a.rank - b.rank || importFields.indexOf(a.field) - importFields.indexOf(b.field) || a.column - b.column,
  )
  const columns: Mapping['columns'] = {}
  const taken = new Set<number>()
  for (const { field, column } of offers) {
    if (columns[field] !== undefined || taken.has(column)) continue
    columns[field] = column
    taken.add(column)
  }
  return columns
}

/** Fits the names to each other: a bare list of titles is one of organizations, and money needs a project to go to. */
function settle(columns: Mapping['columns']): Mapping['columns'] {
  const settled = { ...columns }
  if (
    settled.organization_title === undefined &&
    settled.project_title !== undefined &&
    settled.amount === undefined
  ) {
    settled.organization_title = settled.project_title
    delete settled.project_title
  }
  if (
    settled.amount !== undefined &&
    settled.project_title === undefined &&
    settled.project_description !== undefined
  ) {
    settled.project_title = settled.project_description
    delete settled.project_description
  }
  return settled
}

function isHeader(first: readonly Cell[], body: readonly SourceRow[]): boolean {
  if (first.length === 0 || first.some((cell) => typeof cell === 'number' || proof(cell) !== undefined))
    return false
  if (Object.keys(fromNames(first.map((cell) => foldHeader(String(cell))))).length > 0) return true
  // Unknown names are still names when a column proves something below that its first cell is not.
  return first.some((_cell, column) => share(body, column, (cell) => proof(cell) !== undefined) > 0.8)
}

type Proof = 'organization_email' | 'date' | 'year' | 'organization_postcode' | 'amount'

const postcode = /^(?:[A-Z]{1,2}-)?\d{5}(?: \p{L}.*)?$/u
const email = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

/** What a cell is beyond doubt by its form; undefined for texts and plain numbers below a year. */
function proof(cell: Cell): Proof | undefined {
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell >= 1900 && cell <= 2100 ? 'year' : 'amount'
  const text = cell.trim()
  if (text === '') return undefined
  if (email.test(text)) return 'organization_email'
  if (/^(?:19|20)\d{2}$/.test(text)) return 'year'
  if (postcode.test(text)) return 'organization_postcode'
  const date = parseDate(text, noDateEvidence())
  if ('day' in date || ('code' in date && date.code === 'date_ambiguous')) return 'date'
  const amount = parseAmount(text)
  return 'cents' in amount || amount.code === 'amount_ambiguous' ? 'amount' : undefined
}

function fromContent(rows: readonly SourceRow[]): Mapping['columns'] {
  const columns: Mapping['columns'] = {}
  const width = Math.max(0, ...rows.map((row) => row.cells.length))
  for (const field of [
    'organization_email',
    'date',
    'year',
    'organization_postcode',
    'amount',
  ] satisfies Proof[]) {
    let best = 0.8
    for (let column = 0; column < width; column++) {
      const found = share(rows, column, (cell) => proof(cell) === field)
      if (found <= best) continue
      best = found
      columns[field] = column
    }
  }
  return columns
}

/** How large a part of a column's filled cells answers yes. */
function share(rows: readonly SourceRow[], column: number, test: (cell: Cell) => boolean): number {
  const cells = rows.map((row) => row.cells[column]).filter((cell) => cell !== undefined && cell !== '')
  return cells.length === 0 ? 0 : cells.filter((cell) => test(cell!)).length / cells.length
}
