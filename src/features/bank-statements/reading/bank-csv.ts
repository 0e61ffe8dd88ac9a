import { guessSeparator, readCsv } from '#server/reading/csv.ts'
import type { DecimalSeparator } from '#shared/reading/amounts.ts'
import { headerWithin, type SourceRow } from '#shared/reading/row.ts'
import type { Day } from '#shared/dates.ts'
import { ownAccount } from './csv-account.ts'
import {
  balanceRow,
  endsOf,
  isDayText,
  runningBalance,
  signedCents,
  type StatedBalance,
} from './csv-balances.ts'
import {
  type CsvColumns,
  type CsvField,
  likeliestHeadings,
  plainHeading,
  type SavedLayouts,
} from './csv-columns.ts'
import { rowReader } from './csv-row.ts'
import { type CsvTable, findTable, rowsOf, sampleOf, tableInRows } from './csv-table.ts'
import { cleanText } from '#server/reading/bank-text.ts'
import {
  type OtherCurrency,
  pendingNotes,
  StatementError,
  type StatementNote,
  type StatementPart,
  zeroNotes,
} from './statement.ts'

/**
 * Reads a bank's CSV as one statement, or as several when exports are concatenated. The uploader chooses the account
 * when the file does not name it.
 */
export async function* readBankCsv(
  text: AsyncIterable<string>,
  saved: SavedLayouts,
): AsyncGenerator<StatementPart> {
  const { sample, isWhole, whole } = await sampleOf(text)
  const table = findTable(sample, isWhole, saved)
  if (!table) throw noColumns(likeliestRows(sample, isWhole), saved)
  const { separator, quotes } = table
  const tail = { last: '' }
  const { rows } = await readCsv(keepingLast(whole, tail), { separator, quotes })
  yield* readTable(rows, table, (row) => !/[\r\n]$/.test(tail.last) && isCut(row, table))
}

/**
 * Reads a statement from the first visible sheet of a workbook, with the same rules as a CSV. `rowsFrom` reads the
 * sheet after the given number of rows above its table. Throws `hidden_rows` for hidden or filtered rows, because it is
 * unclear whether they count.
 */
export async function* readBankSheet(
  rowsFrom: (before: number) => AsyncIterable<SourceRow>,
  saved: SavedLayouts,
): AsyncGenerator<StatementPart> {
  const first = await firstRows(rowsFrom(Infinity))
  const table = tableInRows(first, saved)
  if (!table) throw noColumns(first, saved)
  const above = first.filter(({ line }) => line < table.line).length
  yield* readTable(asWritten(rowsFrom(above), table), table, () => false)
}

const mostFirst = 300

async function firstRows(rows: AsyncIterable<SourceRow>): Promise<SourceRow[]> {
  const first: SourceRow[] = []
  for await (const row of rows) if (first.push(row) >= mostFirst) break
  return first
}

/** Rows with numbers formatted as a bank would write them, with amounts to the cent. */
async function* asWritten(rows: AsyncIterable<SourceRow>, table: CsvTable): AsyncGenerator<SourceRow> {
  const { amount, credit, debit, balance } = table.columns
  const money = new Set([amount, credit, debit, balance, table.extras.fee])
  for await (const row of rows) {
    if (row.problem === 'hidden_row') throw new StatementError('hidden_rows', row.line)
    const cells = row.cells.map((cell, at) =>
      typeof cell === 'number' ? figures(cell, money.has(at), table.decimal) : cell,
    )
    yield { line: row.line, cells }
  }
}

/** Formats a number. Spreadsheets store sums with rounding noise beyond the fifteenth digit. */
function figures(number: number, isMoney: boolean, decimal: DecimalSeparator): string {
  const exact = Number(number.toPrecision(15))
  const inCents = exact.toFixed(2)
  const written = isMoney && Number(inCents) === exact ? inCents : String(exact)
  return written.replace('.', decimal)
}

async function* readTable(
  rows: AsyncIterable<SourceRow>,
  table: CsvTable,
  breaksOff: (last: SourceRow) => boolean,
): AsyncGenerator<StatementPart> {
  const { decimal } = table
  const reader = rowReader(table)
  const account = ownAccount()
  const changed: StatementNote[] = table.used?.isChanged ? [`layout_changed:${table.used.title}`] : []
  let section = newSection(table.line, changed)
  const repeats = repeatWatch()
  let part: string | undefined
  let isPendingBelow = false
  let line = 1
  const begin = (at: number): StatementPart[] => {
    if (section.hasBegun) return []
    section.hasBegun = true
    const of = table.used?.account ?? null
    return [
      { kind: 'begin', format: 'csv', number: '', account: account.found(), layout_account: of, line: at },
    ]
  }
  for await (const { row, isLast } of withLast(rows)) {
    line = row.line
    if (line < table.line) {
      account.takeAbove(row.cells)
      const balance = balanceRow(row.cells, row.line, { decimal, isPreamble: true })
      if (typeof balance === 'object') section.stated.push(balance)
      else if (balance === undefined) refuseBooking(row, decimal)
    }
    if (line <= table.line) continue
    const kind = kindOf(row, table)
    if (kind === 'headings') {
      // A second export in the file is a statement of its own, so that lines in both count once.
      if (section.hasBegun) {
        yield section.end(row.line)
        section = newSection(row.line, changed)
      }
      isPendingBelow = false
      repeats.restart()
    } else if (typeof kind === 'object') section.stated.push(kind)
    else if (kind === 'pending below') isPendingBelow = true
    else if (kind === 'booked below') isPendingBelow = false
    if (kind !== 'booking') continue
    if (isLast && breaksOff(row)) throw new StatementError('truncated', row.line)
    const own = table.extras.own_iban
    if (own !== undefined) account.takeRow(row.cells[own] ?? '', row.line)
    const currency = reader.otherCurrency(row)
    if (currency !== undefined) {
      section.leaveOut(currency, row.line)
      continue
    }
    yield* begin(section.line)
    if (isPendingBelow || reader.isPending(row)) {
      section.pending++
      continue
    }
    const read = reader.read(row)
    if (table.extras.part !== undefined && (part ??= read.part) !== read.part)
      throw new StatementError('several_accounts', row.line)
    section.running.take(
      read.lines.reduce((sum, one) => sum + one.amount_cents, 0),
      read.balance,
      { line: row.line, day: read.lines[0]!.booked_on },
    )
    repeats.take(row, read.lines[0]!.booked_on)
    for (const one of read.lines) {
      if (one.amount_cents === 0) {
        section.zero++
        continue
      }
      section.take(one.booked_on, one.amount_cents)
      yield { kind: 'line', ...one }
    }
  }
  const doubled = repeats.found()
  if (doubled !== undefined) throw new StatementError('doubled', doubled)
  const [other] = section.isBare() ? section.others : []
  if (other) throw new StatementError('foreign_currency', other[1].line, { currency: other[0] })
  yield* begin(section.line)
  if (section.isBare()) throw new StatementError('no_statements', line)
  yield section.end(line)
}

/** Sums collected between two heading rows. */
function newSection(line: number, changed: readonly StatementNote[]) {
  const stated: StatedBalance[] = []
  const running = runningBalance()
  const others = new Map<string, { line: number; count: number }>()
  let span: { from: Day; to: Day } | undefined
  let sum = 0
  return {
    line,
    hasBegun: false,
    pending: 0,
    zero: 0,
    /** Rows of other currencies, by currency, with the line of the first one. */
    others,
    leaveOut(currency: string, at: number) {
      const { line: first, count } = others.get(currency) ?? { line: at, count: 0 }
      others.set(currency, { line: first, count: count + 1 })
    },
    stated,
    running,
    take(day: Day, cents: number) {
      sum += cents
      span = span
        ? { from: day < span.from ? day : span.from, to: day > span.to ? day : span.to }
        : { from: day, to: day }
    },
    isBare() {
      return !span && this.pending === 0
    },
    end(at: number): StatementPart {
      const { notes, ...ends } = endsOf(running.ends(stated.map((one) => one.cents)), stated, sum)
      return {
        kind: 'end',
        line: at,
        ...ends,
        from: span?.from ?? null,
        to: span?.to ?? null,
        pending: this.pending,
        notes: [
          ...pendingNotes(this.pending),
          ...zeroNotes(this.zero),
          ...[...others].map(([currency, { count }]): OtherCurrency => `other_currency:${currency}:${count}`),
          ...notes,
          ...changed,
        ],
      }
    },
  }
}

/**
 * Detects a file that contains all its rows twice in a row. If all have the same day, they may be equal gifts and are
 * kept.
 */
function repeatWatch() {
  let [hashes, lines, days]: [number[], number[], Set<Day>] = [[], [], new Set()]
  return {
    restart() {
      ;[hashes, lines, days] = [[], [], new Set()]
    },
    take({ cells, line }: SourceRow, day: Day) {
      hashes.push(hashOf(cells.join('\0')))
      lines.push(line)
      days.add(day)
    },
    found(): number | undefined {
      const half = hashes.length / 2
      if (!Number.isInteger(half) || half < 2 || days.size < 2) return undefined
      return hashes.every((hash, at) => at >= half || hash === hashes[at + half]) ? lines[half] : undefined
    },
  }
}

/** A 53-bit hash. */
function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}

/** Passes text through and records its last character. */
async function* keepingLast(text: AsyncIterable<string>, tail: { last: string }): AsyncGenerator<string> {
  for await (const piece of text) {
    if (piece !== '') tail.last = piece.slice(-1)
    yield piece
  }
}

/** Passes rows through and marks the last one. */
async function* withLast(
  rows: AsyncIterable<SourceRow>,
): AsyncGenerator<{ row: SourceRow; isLast: boolean }> {
  let before: SourceRow | undefined
  for await (const row of rows) {
    if (before) yield { row: before, isLast: false }
    before = row
  }
  if (before) yield { row: before, isLast: true }
}

/** True for a truncated last row: it has no line end, and cells or the digits of its last cell are missing. */
function isCut({ cells }: SourceRow, { plain, columns }: CsvTable): boolean {
  const filled = plain.findLastIndex((heading) => heading !== '') + 1
  if (cells.length < (filled === 0 ? plain.length : filled)) return true
  const money = [columns.amount, columns.credit, columns.debit, columns.balance]
  const at = cells.length - 1
  return money.includes(at) && !/[.,]\d\d\D*$/.test(String(cells[at]))
}

export type CsvPreview = {
  rows: { line: number; cells: string[] }[]
  /** Line of the headings: 0 for none, null when they were not found. */
  header: number | null
  columns: CsvColumns
  title: string
}

/** Limits of a preview: rows below the headings, columns, and characters per cell. */
const shown = { rows: 8, columns: 100, letters: 200 }

/** The first rows of a bank's CSV, for a person who sets or corrects its columns. */
export async function previewBankCsv(text: AsyncIterable<string>, saved: SavedLayouts): Promise<CsvPreview> {
  const { sample, isWhole, whole } = await sampleOf(text)
  await whole.return(undefined)
  const table = findTable(sample, isWhole, saved)
  const rows = table
    ? rowsOf(sample, { separator: table.separator, isWhole, quotes: table.quotes })
    : likeliestRows(sample, isWhole)
  if (rows.length === 0) throw new StatementError('no_statements')
  return previewOf(rows, table)
}

/** The same for the first rows of a workbook. */
export async function previewBankSheet(
  rowsFrom: (before: number) => AsyncIterable<SourceRow>,
  saved: SavedLayouts,
): Promise<CsvPreview> {
  const rows = await firstRows(rowsFrom(Infinity))
  return previewOf(rows, tableInRows(rows, saved))
}

function previewOf(rows: readonly SourceRow[], table: CsvTable | undefined): CsvPreview {
  return {
    rows: rows.slice(0, headerWithin + shown.rows).map(({ line, cells }) => ({
      line,
      cells: cells
        .slice(0, shown.columns)
        .map((cell) => cleanText(String(cell).slice(0, 1000), shown.letters)),
    })),
    header: table ? table.line : null,
    columns: table?.columns ?? {},
    title: table?.used?.title ?? '',
  }
}

/** The rows cut by the separator that gives most of them the same number of cells. */
function likeliestRows(sample: string, isWhole: boolean): SourceRow[] {
  return rowsOf(sample, { separator: guessSeparator(sample), isWhole })
}

function noColumns(given: readonly SourceRow[], { layouts, account }: SavedLayouts): StatementError {
  const own = layouts.find((one) => account !== null && one.account === account)
  const rows = given.slice(0, headerWithin)
  const first = likeliestHeadings(rows) ?? rows[0]
  if (own && first)
    return new StatementError('layout_changed', first.line, {
      title: own.title,
      cells: JSON.stringify(first.cells.slice(0, 100).map((cell) => String(cell).slice(0, 200))),
    })
  const cells = first?.cells.map(String) ?? []
  return new StatementError('no_columns', first?.line ?? 1, {
    headings: cells.join(' · ').slice(0, 300),
    cells: JSON.stringify(cells.slice(0, 100).map((cell) => cell.slice(0, 200))),
  })
}

const pendingTitle =
  /^(?:\W*)(?:vorgemerkte|vormerkungen|offene|noch nicht gebuchte|pending)\b(?: und noch nicht gebuchte)?(?: (?:ums(?:ä|ae)tze|buchungen|zahlungen|posten|transactions))?\W*$/i
const bookedTitle = /^\W*(?:gebuchte|booked)(?: (?:ums(?:ä|ae)tze|buchungen|zahlungen|transactions))?\W*$/i

type RowKind = 'booking' | 'nothing' | 'headings' | 'pending below' | 'booked below' | StatedBalance

/** Classifies a row below the headings. Only rows with neither a day nor an amount are skipped as remarks. */
function kindOf(row: SourceRow, { columns, plain, separator, decimal, line: above }: CsvTable): RowKind {
  const { cells, line } = row
  const filled = cells.map((cell) => String(cell).trim()).filter((text) => text !== '')
  if (filled.length === 0) return 'nothing'
  if (filled.length === 1) {
    const only = filled[0]!.slice(0, 200)
    if (pendingTitle.test(only)) return 'pending below'
    if (bookedTitle.test(only)) return 'booked below'
  }
  const balance = balanceRow(cells, line, { decimal, isPreamble: false })
  if (balance === 'total') return 'nothing'
  if (balance) return balance
  const said = (field: CsvField) =>
    columns[field] === undefined ? '' : String(cells[columns[field]] ?? '').trim()
  const hasMoney = said('amount') !== '' || said('credit') !== '' || said('debit') !== ''
  if (said('booked_on') === '' && !hasMoney)
    return isRowOfAnother(filled.join(separator), decimal) ? 'booking' : 'nothing'
  if (filled.length === 1 && !isFigure(filled[0]!, decimal))
    return isRowOfAnother(filled[0]!, decimal) ? 'booking' : 'nothing'
  if (above > 0 && isHeadings(cells, plain)) return 'headings'
  return (hasMoney ? undefined : namedBalance(filled, { line, decimal })) ?? 'booking'
}

const isFigure = (text: string, decimal: ',' | '.') =>
  isDayText(text) || signedCents(text, decimal) !== undefined

/** Throws for a booking above the headings, because it belongs to a table that was not read. */
function refuseBooking({ cells, line }: SourceRow, decimal: ',' | '.'): void {
  const filled = cells.map((cell) => String(cell).trim()).filter((text) => text !== '')
  const hasMoney = filled.some((text) => /[.,]\d\d$/.test(text) && signedCents(text, decimal) !== undefined)
  if (filled.length > 4 && hasMoney && filled.some(isDayText)) throw new StatementError('bad_line', line)
}

/** True for a text with a day and an amount, which is a whole row with another separator. */
function isRowOfAnother(text: string, decimal: ',' | '.'): boolean {
  return [';', ',', '\t'].some((separator) => {
    const parts = text
      .slice(0, 5_000)
      .split(separator, 100)
      .map((part) => part.trim().replace(/^"(.*)"$/, '$1'))
    return (
      parts.length > 2 &&
      parts.some((part) => isDayText(part) || /^\d\d?([-/])\d\d?\1\d{2,4}$/.test(part)) &&
      parts.some((part) => signedCents(part, decimal) !== undefined)
    )
  })
}

const isHeadings = (cells: SourceRow['cells'], plain: readonly string[]) =>
  cells.length === plain.length &&
  cells.every((cell, at) => String(cell).length < 200 && plainHeading(String(cell)) === plain[at])

/** A closing balance after the account's name and its day. */
function namedBalance(
  [label, day, amount, currency = 'EUR', ...others]: string[],
  { line, decimal }: { line: number; decimal: ',' | '.' },
): StatedBalance | undefined {
  if (!label || !day || !amount || others.length > 0 || !/^(?:EUR|€)$/.test(currency)) return undefined
  if (isDayText(label) || !isDayText(day)) return undefined
  const cents = signedCents(amount, decimal)
  return cents === undefined ? undefined : { end: 'closing', cents, line, isOfToday: false }
}
