import {
  addAmountEvidence,
  type DecimalSeparator,
  decimalSeparator,
  noAmountEvidence,
  parseAmount,
} from '#shared/reading/amounts.ts'
import { csvParser } from '#server/reading/csv-parser.ts'
import { addDateEvidence, type DateEvidence, noDateEvidence, parseDate } from '#shared/reading/dates.ts'
import { type Cell, headerWithin, type SourceRow } from '#shared/reading/row.ts'
import { type Separator, separators } from '#shared/reading/encodings.ts'
import {
  type CsvColumns,
  type CsvExtras,
  csvFields,
  type CsvField,
  changedFor,
  extrasOf,
  guessColumns,
  isEnough,
  plainHeading,
  type SavedLayouts,
  savedFor,
  type UsedLayout,
} from './csv-columns.ts'
import { type CsvLayout, csvLayouts, targobank } from './csv-layouts.ts'

/** A bank's CSV table: how to read it, and where it begins. */
export type CsvTable = {
  separator: Separator
  quotes: boolean
  line: number
  plain: readonly string[]
  columns: CsvColumns
  extras: CsvExtras
  layout: CsvLayout
  decimal: DecimalSeparator
  dates: DateEvidence
  used?: UsedLayout
}

/** Characters read to detect separator, headings, and number and date formats. */
const sampleChars = 64 * 1024
const longestHeading = 200

export async function sampleOf(text: AsyncIterable<string>) {
  const iterator = text[Symbol.asyncIterator]()
  const pieces: string[] = []
  let size = 0
  let isWhole = false
  while (size < sampleChars) {
    const next = await iterator.next()
    if ((isWhole = next.done === true)) break
    pieces.push(next.value)
    size += next.value.length
  }
  async function* whole() {
    try {
      yield* pieces.splice(0)
      while (!isWhole) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { sample: pieces.join('').slice(0, sampleChars), isWhole, whole: whole() }
}

/**
 * Finds the table at the beginning of a text: the earliest of 40 rows with headings for a day and an amount, under any
 * separator. Undefined when there is none.
 */
export function findTable(sample: string, isWhole: boolean, saved: SavedLayouts): CsvTable | undefined {
  const unnamed = targobankTable(sample, isWhole)
  if (unnamed) return unnamed
  const candidates = separatorsOf(sample).flatMap((separator) => {
    const rows = rowsOf(sample, { separator, isWhole })
    for (const row of rows.slice(0, headerWithin)) {
      const found = tableAt(row, saved)
      if (found) return [{ separator, rows, found }]
    }
    return []
  })
  const first = candidates.toSorted((one, other) => one.found.line - other.found.line)[0]
  if (!first) return tableWithoutHeadings(sample, isWhole, saved)
  const { separator, rows, found } = first
  const quotes = !found.layout.unquoted || isQuoted(sample, separator)
  const below = quotes ? rows : rowsOf(sample, { separator, isWhole, quotes })
  const styled = styleOf(
    below.filter(({ line }) => line > found.line),
    found,
    separator,
  )
  return { ...found, separator, quotes, ...styled }
}

/** The same for the first rows of a worksheet, whose numbers are typed. */
export function tableInRows(rows: readonly SourceRow[], saved: SavedLayouts): CsvTable | undefined {
  for (const row of rows.slice(0, headerWithin)) {
    const found = tableAt(row, saved)
    if (!found) continue
    const below = rows.filter(({ line }) => line > found.line)
    return { ...found, separator: ';', quotes: true, ...styleOf(below, found, ';') }
  }
  return undefined
}

/** Possible separators; the file's first line may declare one. */
function separatorsOf(sample: string): readonly Separator[] {
  const hint = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(sample)?.[1] as Separator | undefined
  return hint ? [hint] : [';', ...separators.filter((one) => one !== ';')]
}

/** The rows of a sample, without a truncated last one. */
export function rowsOf(
  sample: string,
  { separator, isWhole, quotes = true }: { separator: Separator; isWhole: boolean; quotes?: boolean },
): SourceRow[] {
  const wide = { cell: sample.length + 1, row: sample.length * 2 + 1, columns: Infinity }
  const hint = /^sep=[,;\t](?:\r\n|\n|\r)/i.exec(sample)?.[0] ?? ''
  const parser = csvParser({ separator, limits: wide, quotes, line: hint === '' ? 1 : 2 })
  const rows: SourceRow[] = []
  try {
    rows.push(...parser.push(sample.slice(hint.length)))
    if (isWhole) rows.push(...parser.end())
  } catch {
    // Reading the file reports the error; only the beginning matters here.
  }
  return rows
}

type FoundTable = Pick<CsvTable, 'line' | 'plain' | 'columns' | 'extras' | 'layout' | 'used'>
const anyBank: CsvLayout = { marks: [] }

function tableAt({ cells, line }: SourceRow, saved: SavedLayouts): FoundTable | undefined {
  if (cells.length < 2 || cells.length > 1_000) return undefined
  const headings = cells.map((cell) => String(cell).slice(0, longestHeading))
  const plain = headings.map(plainHeading)
  const chosen = savedFor(headings, saved) ?? changedFor(headings, saved)
  const layout = csvLayouts.find(({ marks }) => marks.every((mark) => plain.includes(mark))) ?? anyBank
  if (chosen) {
    const extras = extrasOf(headings, chosen.columns)
    // A saved mapping replaces the layout's columns; the bank's style of numbers and days still applies.
    const { columns: _columns, more_text: _text, fee: _fee, sides: _sides, ...style } = layout
    return { line, plain, ...chosen, extras, layout: style }
  }
  const columns = guessColumns(headings)
  const extras = extrasOf(headings, columns)
  for (const [field, heading] of Object.entries(layout.columns ?? {})) {
    const at = heading === undefined ? -1 : plain.indexOf(heading)
    const into: Record<string, unknown> = csvFields.includes(field as CsvField) ? columns : extras
    if (at >= 0) into[field] = at
    else delete into[field]
  }
  const more = (layout.more_text ?? []).map((heading) => plain.indexOf(heading)).filter((at) => at >= 0)
  if (more.length > 0) extras.more_text = more
  return isEnough(columns) ? { line, plain, columns, extras, layout } : undefined
}

/** True when a quoted cell contains the separator, although this bank writes no quotes. */
function isQuoted(sample: string, separator: Separator): boolean {
  return sample.split(/\r\n|\n|\r/).some((line) => {
    const cells = line.split(separator)
    const opens = cells.findIndex((cell) => /^"[^"]*$/.test(cell))
    const closes = cells.findIndex((cell, at) => at > opens && /^[^"]*"$/.test(cell))
    return opens >= 0 && closes > opens
  })
}

const trimmed = (cell: Cell) => (typeof cell === 'number' ? cell : cell.trim())

/** Formats of amounts and days, as far as the first rows prove them. */
function styleOf(
  rows: readonly SourceRow[],
  { columns, layout }: Pick<FoundTable, 'columns' | 'layout'>,
  separator: Separator,
): Pick<CsvTable, 'decimal' | 'dates'> {
  const amounts = noAmountEvidence()
  const dates = noDateEvidence()
  for (const { cells } of rows) {
    for (const at of [columns.amount, columns.credit, columns.debit])
      if (at !== undefined) addAmountEvidence(amounts, trimmed(cells[at] ?? ''))
    if (columns.booked_on !== undefined) addDateEvidence(dates, cells[columns.booked_on] ?? '')
  }
  if (layout.dayFirst) dates.dayFirst = 1
  const decimal = layout.decimal ?? decimalSeparator(amounts) ?? (separator === ',' ? '.' : ',')
  return { decimal, dates: layout.dayFirst ? { dayFirst: 1, monthFirst: 0 } : dates }
}

/** Finds a file without headings by a saved layout: equally many columns, and a day and an amount in the first row. */
function tableWithoutHeadings(sample: string, isWhole: boolean, { layouts, account }: SavedLayouts) {
  const bare = layouts.filter(({ headings }) => headings.every((heading) => heading === ''))
  for (const separator of bare.length === 0 ? [] : separatorsOf(sample)) {
    const rows = rowsOf(sample, { separator, isWhole })
    const [first] = rows
    const fitting = bare.filter(
      ({ headings, columns }) =>
        first?.cells.length === headings.length && isFirstBooking(first.cells, columns),
    )
    const layout = fitting.find((one) => one.account === account && account !== null) ?? fitting[0]
    if (!layout) continue
    const { headings, columns, title } = layout
    const isCertain = fitting.every((one) => one.account === layout.account)
    const used = { title, account: isCertain ? layout.account : null, isChanged: false }
    const found = { line: 0, plain: headings, columns, extras: {}, layout: anyBank, used }
    return { ...found, separator, quotes: true, ...styleOf(rows, found, separator) }
  }
  return undefined
}

function isFirstBooking(cells: SourceRow['cells'], columns: CsvColumns): boolean {
  const { booked_on, amount, credit, debit } = columns
  const day = parseDate(String(cells[booked_on ?? -1] ?? ''), { dayFirst: 1, monthFirst: 0 })
  const money = [amount, credit, debit].map((at) => parseAmount(String(cells[at ?? -1] ?? ''), ','))
  return 'day' in day && money.some((one) => 'cents' in one)
}

const targobankRow =
  /^\d\d\.\d\d\.\d{4};[^;\r\n]{0,1000};-?[\d.,]{0,20};-?[\d.,]{0,20};[^;\r\n]{0,40};[^;\r\n]{0,40};'[A-Z]{2}[A-Z0-9 ]{13,40}'\r?(?:\n|$)/

function targobankTable(sample: string, isWhole: boolean): CsvTable | undefined {
  if (!targobankRow.test(sample)) return undefined
  const separator = ';'
  const { layout, columns, own_iban, width } = targobank
  const rows = rowsOf(sample, { separator, isWhole, quotes: false })
  const plain = Array.from({ length: width }, () => '')
  const found = { line: 0, plain, columns, extras: { own_iban }, layout }
  return { ...found, separator, quotes: false, ...styleOf(rows, found, separator) }
}
