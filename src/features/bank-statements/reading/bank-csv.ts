import { parseAmount } from '#features/imports/reading/amounts.ts'
import { readCsv } from '#features/imports/reading/csv.ts'
import { noDateEvidence, parseDate } from '#features/imports/reading/dates.ts'
import type { Cell, SourceRow } from '#features/imports/reading/row.ts'
import type { Day } from '#shared/dates.ts'
import {
  balanceRow,
  endsOf,
  isDayText,
  runningBalance,
  signedCents,
  signOf,
  type StatedBalance,
} from './csv-balances.ts'
import { narrative } from './csv-narrative.ts'
import { ownAccount } from './csv-account.ts'
import {
  columnsOf,
  type CsvColumns,
  type CsvExtras,
  type CsvField,
  extrasOf,
  headingKey,
} from './csv-columns.ts'
import {
  bookedState,
  cleanText,
  givenReference,
  pendingNotes,
  StatementError,
  type StatementLine,
  type StatementPart,
} from './statement.ts'

/** Mappings that were saved, by the headings they are for. */
export type SavedColumns = ReadonlyMap<string, CsvColumns>

/** Banks write some lines about the account above the headings. */
const headingsWithin = 40

type Table = {
  columns: CsvColumns
  extras: CsvExtras
  headings: string
  decimal: ',' | '.'
  line: number
}

/** A bank's CSV as one statement. Where it does not name its account, whoever brings it in says it. */
export async function* readBankCsv(
  text: AsyncIterable<string>,
  saved: SavedColumns,
): AsyncGenerator<StatementPart> {
  const { rows, separator } = await readCsv(text)
  const decimal = separator === ',' ? '.' : ','
  let table: Table | undefined
  let first: SourceRow | undefined
  let seen = 0
  let pending = 0
  let isPendingBelow = false
  let span: { from: Day; to: Day } | undefined
  let sum = 0
  let line = 1
  const stated: StatedBalance[] = []
  const running = runningBalance()
  const account = ownAccount()
  let hasBegun = false
  const begin = (at: number): StatementPart[] => {
    if (hasBegun) return []
    hasBegun = true
    return [{ kind: 'begin', format: 'csv', number: '', account: account.found(), line: at }]
  }
  for await (const row of rows) {
    line = row.line
    if (!table) {
      first ??= row
      table = tableOf(row, saved, decimal)
      if (!table) {
        account.takeAbove(row.cells)
        const balance = balanceRow(row.cells, row.line, { decimal, isPreamble: true })
        if (typeof balance === 'object') stated.push(balance)
        if (++seen >= headingsWithin) break
      }
      continue
    }
    const kind = kindOf(row, table)
    if (typeof kind === 'object') stated.push(kind)
    else if (kind === 'pending below') isPendingBelow = true
    else if (kind === 'booked below') isPendingBelow = false
    if (kind !== 'booking') continue
    const own = table.extras.own_iban
    if (own !== undefined) account.takeRow(row.cells[own] ?? '', row.line)
    yield* begin(table.line)
    if (isPendingBelow || isPending(row, table)) {
      pending++
      continue
    }
    const { line: booked, balance } = lineOf(row, table)
    running.take(booked.amount_cents, balance, row.line)
    if (booked.amount_cents === 0) continue
    sum += booked.amount_cents
    const day = booked.booked_on
    span = span
      ? { from: day < span.from ? day : span.from, to: day > span.to ? day : span.to }
      : { from: day, to: day }
    yield { kind: 'line', ...booked }
  }
  if (!table) {
    const cells = first?.cells.map(String) ?? []
    throw new StatementError('no_columns', first?.line ?? 1, {
      headings: cells.join(' · ').slice(0, 300),
      cells: JSON.stringify(cells.slice(0, 100).map((cell) => cell.slice(0, 200))),
    })
  }
  yield* begin(table.line)
  if (!span && pending === 0) throw new StatementError('no_statements', line)
  const { notes, ...ends } = endsOf(running.ends(), stated, sum)
  yield {
    kind: 'end',
    line,
    ...ends,
    from: span?.from ?? null,
    to: span?.to ?? null,
    pending,
    notes: [...pendingNotes(pending), ...notes],
  }
}

function tableOf({ cells, line }: SourceRow, saved: SavedColumns, decimal: ',' | '.'): Table | undefined {
  const headings = cells.map(String)
  const key = headingKey(headings)
  const columns = saved.get(key) ?? columnsOf(headings)
  return columns && { columns, extras: extrasOf(headings, columns), headings: key, decimal, line }
}

const pendingTitle =
  /^(?:\W*)(?:vorgemerkte|vormerkungen|offene|noch nicht gebuchte|pending)\b(?: und noch nicht gebuchte)?(?: (?:ums(?:ä|ae)tze|buchungen|zahlungen|posten|transactions))?\W*$/i
const bookedTitle = /^\W*(?:gebuchte|booked)(?: (?:ums(?:ä|ae)tze|buchungen|zahlungen|transactions))?\W*$/i

type RowKind = 'booking' | 'nothing' | 'pending below' | 'booked below' | StatedBalance

/** What a row below the headings is. Only what neither names a day nor an amount is passed over as a remark. */
function kindOf(row: SourceRow, { columns, headings, decimal }: Table): RowKind {
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
  if (said('booked_on') === '' && !hasMoney) return 'nothing'
  if (filled.length === 1 && !isDayText(filled[0]!) && signedCents(filled[0]!, decimal) === undefined)
    return 'nothing'
  // Several exports behind each other repeat the headings.
  return headingKey(cells.map(String)) === headings ? 'nothing' : 'booking'
}

/**
 * True for a row that the bank has not booked yet: its state says so or, where there is no such column, any cell that is
 * not the sender's own words (some banks write it in place of the day).
 */
function isPending({ cells }: SourceRow, { columns, extras: { status } }: Table): boolean {
  const said = status === undefined ? undefined : bookedState(String(cells[status] ?? ''))
  if (said !== undefined) return !said
  const words = new Set([columns.name, columns.text, columns.reference, columns.iban])
  return cells.some((cell, at) => !words.has(at) && bookedState(String(cell)) === false)
}

function lineOf({ cells, line }: SourceRow, table: Table): { line: StatementLine; balance?: number } {
  const { columns, extras, decimal } = table
  const at = (place: number | undefined): Cell => (place === undefined ? '' : (cells[place] ?? ''))
  const cell = (field: CsvField): Cell => at(columns[field])
  const text = (field: CsvField, maximum: number) => cleanText(String(cell(field)), maximum)
  const currency = text('currency', 10).toUpperCase()
  if (currency !== '' && currency !== 'EUR' && currency !== '€')
    throw new StatementError('foreign_currency', line, { currency })
  const amount_cents = amountOf(cell, { line, sign: String(at(extras.sign)), decimal })
  const booked_on = dayOf(cell('booked_on'), line)
  const iban = text('iban', 60).replace(/\s/g, '').toUpperCase()
  const balance = text('balance', 40)
  const reference = text('reference', 140)
  const other = amount_cents > 0 ? extras.payer : extras.payee
  const isAlone = columns.name === undefined && columns.iban === undefined && other === undefined
  const told = isAlone ? narrative(text('text', 1000)) : { name: '', iban: '', reference: '' }
  return {
    ...(balance !== '' && { balance: centsAt(balance, line, decimal) }),
    line: {
      line,
      booked_on,
      valued_on: /^[-–—]*$/.test(text('valued_on', 40)) ? booked_on : dayOf(cell('valued_on'), line),
      amount_cents,
      name: isAlone ? told.name : other === undefined ? text('name', 140) : cleanText(String(at(other)), 140),
      iban: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) ? iban : told.iban,
      text: text('text', 1000),
      reference: reference === '' ? told.reference : givenReference(reference),
      bank_reference: '',
      booking: text('booking', 140),
      is_reversal: false,
    },
  }
}

/** An amount, whose direction may stand in a column of its own, or as the kind of booking; else money out and money in. */
function amountOf(
  cell: (field: CsvField) => Cell,
  { line, sign, decimal }: { line: number; sign: string; decimal: ',' | '.' },
): number {
  const [amount, credit, debit] = (['amount', 'credit', 'debit'] as const).map((field) => cell(field))
  const isSaid = (one: Cell | undefined) => String(one).trim() !== ''
  if (isSaid(amount)) {
    const cents = centsAt(amount!, line, decimal)
    const mark = signOf(sign)
    if (mark === undefined) return signOf(String(cell('booking'))) === '-' && cents > 0 ? -cents : cents
    // Money in with a minus would be money out: which of both is meant the row does not say.
    if (mark === '+' && cents < 0) throw new StatementError('bad_amount', line, { text: `${amount} ${sign}` })
    return mark === '-' && cents > 0 ? -cents : cents
  }
  if (!isSaid(credit) && !isSaid(debit)) throw new StatementError('bad_amount', line, { text: '' })
  const taken = isSaid(debit) ? Math.abs(centsAt(debit!, line, decimal)) : 0
  // A minus among what came in is money that went back.
  return (isSaid(credit) ? centsAt(credit!, line, decimal) : 0) - taken
}

function centsAt(cell: Cell, line: number, decimal: ',' | '.'): number {
  const cents = signedCents(String(cell), decimal)
  if (cents !== undefined) return cents
  const read = parseAmount(cell, decimal)
  if (!('code' in read) && read.currency && read.currency !== 'EUR')
    throw new StatementError('foreign_currency', line, { currency: read.currency })
  throw new StatementError('bad_amount', line, { text: String(cell).slice(0, 40) })
}

function dayOf(cell: Cell, line: number): Day {
  const read = parseDate(cell, noDateEvidence())
  if (!('day' in read)) throw new StatementError('bad_day', line, { text: String(cell).slice(0, 40) })
  return read.day
}
