import { isEmail } from '#shared/email.ts'
import { parseAmount } from '#shared/reading/amounts.ts'
import { currenciesOf } from './currency.ts'
import { noDateEvidence, parseDate } from '#shared/reading/dates.ts'
import { fieldNames, type ImportField, importFields } from './fields.ts'
import { type Cell, headerWithin, type SourceRow } from '#shared/reading/row.ts'
import type { Repair } from '../repair.ts'
import type { SkipRule, Values } from '../shape.ts'

/**
 * Defines how a file's rows become fields: the column (from 0) of each field, and the rest of its shape. `header` is
 * true when the row after those `before` names the columns.
 */
export type Mapping = {
  header: boolean
  columns: Partial<Record<ImportField, number>>
  /** Fields made of several columns, of a part of one, or of a constant; they take precedence over `columns`. */
  values?: Values
  before?: number
  skip?: SkipRule[]
  /** A person's repairs, applied before anything else is read from a row. */
  repairs?: Repair[]
  /** Treat rows that look like totals as data. */
  keepSums?: boolean
  /** Gifts without a project name go to one project per organization and year. */
  projectPerYear?: boolean
  amountInCents?: boolean
  /** Currency of amounts without one, if the column's name states one other than EUR. */
  currencies?: Partial<Record<'amount' | 'applied_amount', string>>
  /**
   * The organization column whose name may also mean projects, with its number of cells in the sample and of distinct
   * ones; nothing is booked before somebody says what it holds.
   */
  unsure?: { column: number; values: number; distinct: number }
  /** Fields guessed from a column's content because no header names them; worth a second look. */
  fromContent: ImportField[]
  reasons?: Partial<Record<ImportField, 'part' | 'instead' | 'recipe' | 'person'>>
}

/** Reasons for assigning a column, certain ones first. */
export const guessReasons = [
  'name',
  'standard',
  'recipe',
  'person',
  'part',
  'instead',
  'content',
  'word',
] as const
export type GuessReason = (typeof guessReasons)[number]
export const sureness = ['sure', 'likely', 'unsure'] as const

export function guessOf(
  { fromContent, reasons, unsure, columns }: Pick<Mapping, 'fromContent' | 'reasons' | 'unsure' | 'columns'>,
  field: ImportField,
): { reason: GuessReason; sureness: (typeof sureness)[number] } {
  if (unsure && columns[field] === unsure.column) return { reason: 'word', sureness: 'unsure' }
  if (fromContent.includes(field)) return { reason: 'content', sureness: 'unsure' }
  const reason = reasons?.[field] ?? 'name'
  return { reason, sureness: reason === 'part' || reason === 'instead' ? 'likely' : 'sure' }
}

/**
 * Guesses the mapping from the first rows of a file: by header names (German and English), and without a header by what
 * the cells prove (amounts, days, postcodes, e-mails). Names are never guessed from content.
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
  const { columns, reasons } = settle(fromNames(headers))
  const mapping: Mapping = {
    header,
    columns,
    fromContent: [],
    ...(Object.keys(reasons).length > 0 && { reasons }),
    ...currenciesOf({ columns }, first.map(String)),
  }
  const unsure = unsureOf(columns, headers, body)
  if (unsure) mapping.unsure = unsure
  if (columns.amount !== undefined && /cents?$/.test(headers[columns.amount]!)) mapping.amountInCents = true
  return mapping
}

/** Number of rows with titles and remarks: all rows before the first known header within 40 rows. */
export function rowsBefore(rows: readonly SourceRow[]): number {
  const known = rows.slice(0, headerWithin).map(({ cells }) => Object.keys(namesIn(cells)).length)
  const most = known.reduce((best, n, i) => (n > known[best]! ? i : best), 0)
  const isTable = rows[most]?.cells.some((cell) => typeof cell === 'number') === false
  // A single known name can be a word in a title; if the first row has as many known names, it is the header.
  return most > 0 && known[most]! >= 2 && known[0]! < 2 && isTable ? most : 0
}

const namesIn = (cells: readonly Cell[]) => fromNames(cells.map((cell) => foldHeader(String(cell)))).columns

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

const partRank = 1_000

type Named = { columns: Mapping['columns']; reasons: NonNullable<Mapping['reasons']> }

function fromNames(headers: readonly string[]): Named {
  const offers: { field: ImportField; column: number; rank: number }[] = []
  for (const field of importFields) {
    headers.forEach((header, column) => {
      const rank = fieldNames[field].findIndex((name) =>
        name.startsWith('*') ? header.includes(name.slice(1)) : header === name,
      )
      if (rank < 0) return
      offers.push({ field, column, rank: fieldNames[field][rank]!.startsWith('*') ? rank + partRank : rank })
    })
  }
  // The best matches are assigned first; a column belongs to one field only.
  offers.sort(
    (a, b) =>
      a.rank - b.rank || importFields.indexOf(a.field) - importFields.indexOf(b.field) || a.column - b.column,
  )
  const columns: Mapping['columns'] = {}
  const reasons: Named['reasons'] = {}
  const taken = new Set<number>()
  for (const { field, column, rank } of offers) {
    if (columns[field] !== undefined || taken.has(column)) continue
    columns[field] = column
    if (rank >= partRank) reasons[field] = 'part'
    taken.add(column)
  }
  return { columns, reasons }
}

/** Reconciles the names: a bare list of titles means organizations, and money needs a project. */
function settle({ columns, reasons }: Named): Named {
  const settled: Named = { columns: { ...columns }, reasons: { ...reasons } }
  const take = (field: ImportField, from: ImportField) => {
    settled.columns[field] = settled.columns[from]!
    delete settled.columns[from]
    delete settled.reasons[from]
    settled.reasons[field] = 'instead'
  }
  const has = (field: ImportField) => settled.columns[field] !== undefined
  if (!has('organization_title') && has('project_title') && !has('amount'))
    take('organization_title', 'project_title')
  if (has('amount') && !has('project_title') && has('project_description'))
    take('project_title', 'project_description')
  return settled
}

/** Only `Titel`, `Projekt` or `Name`, and nothing else about organizations: 99 films would become 99 organizations. */
function unsureOf(
  columns: Mapping['columns'],
  headers: readonly string[],
  body: readonly SourceRow[],
): Mapping['unsure'] {
  const { organization_title: column, project_title } = columns
  if (column === undefined || project_title !== undefined) return undefined
  if (![...fieldNames.project_title, 'name'].includes(headers[column]!)) return undefined
  const others = Object.keys(columns).some(
    (field) => field.startsWith('organization_') && field !== 'organization_title',
  )
  if (others) return undefined
  const cells = body.map((row) => String(row.cells[column] ?? '').trim()).filter(Boolean)
  return { column, values: cells.length, distinct: new Set(cells).size }
}

function isHeader(first: readonly Cell[], body: readonly SourceRow[]): boolean {
  if (first.length === 0 || first.some((cell) => typeof cell === 'number' || proof(cell) !== undefined))
    return false
  if (Object.keys(namesIn(first)).length > 0) return true
  // Unknown names are a header if a column below proves a type that its first cell does not have.
  return first.some((_cell, column) => share(body, column, (cell) => proof(cell) !== undefined) > 0.8)
}

type Proof = 'organization_email' | 'date' | 'year' | 'organization_postcode' | 'amount'

const postcode = /^(?:[A-Z]{1,2}-)?\d{5}(?: \p{L}.*)?$/u

function proof(cell: Cell): Proof | undefined {
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell >= 1900 && cell <= 2100 ? 'year' : 'amount'
  const text = cell.trim()
  if (text === '') return undefined
  if (isEmail(text)) return 'organization_email'
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

function share(rows: readonly SourceRow[], column: number, test: (cell: Cell) => boolean): number {
  const cells = rows.map((row) => row.cells[column]).filter((cell) => cell !== undefined && cell !== '')
  return cells.length === 0 ? 0 : cells.filter((cell) => test(cell!)).length / cells.length
}
