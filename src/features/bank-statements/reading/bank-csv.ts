import { parseAmount } from '#features/imports/reading/amounts.ts'
import { readCsv } from '#features/imports/reading/csv.ts'
import { noDateEvidence, parseDate } from '#features/imports/reading/dates.ts'
import type { Cell, SourceRow } from '#features/imports/reading/row.ts'
import type { Day } from '#shared/dates.ts'
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
  pendingNotes,
  StatementError,
  type StatementLine,
  type StatementPart,
} from './statement.ts'

/** Mappings that were saved, by the headings they are for. */
export type SavedColumns = ReadonlyMap<string, CsvColumns>

/** Banks write some lines about the account above the headings. */
const headingsWithin = 30

/** A bank's CSV as one statement; its account is said by whoever brings it in. */
export async function* readBankCsv(
  text: AsyncIterable<string>,
  saved: SavedColumns,
): AsyncGenerator<StatementPart> {
  const { rows } = await readCsv(text)
  let columns: CsvColumns | undefined
  let extras: CsvExtras = {}
  let pending = 0
  let first: SourceRow | undefined
  let seen = 0
  let span: { from: Day; to: Day } | undefined
  let line = 1
  const balances = runningBalance()
  for await (const row of rows) {
    line = row.line
    if (!columns) {
      first ??= row
      const headings = row.cells.map(String)
      columns = saved.get(headingKey(headings)) ?? columnsOf(headings)
      extras = extrasOf(headings)
      if (columns) yield { kind: 'begin', format: 'csv', number: '', account: null, line: row.line }
      else if (++seen >= headingsWithin) break
      continue
    }
    if (isPending(row, columns, extras)) {
      pending++
      continue
    }
    const { line: booked, balance } = lineOf(row, columns)
    if (!booked) continue
    balances.take(booked.amount_cents, balance, row.line)
    const day = booked.booked_on
    span = span
      ? { from: day < span.from ? day : span.from, to: day > span.to ? day : span.to }
      : { from: day, to: day }
    yield { kind: 'line', ...booked }
  }
  if (!columns) {
    const cells = first?.cells.map(String) ?? []
    throw new StatementError('no_columns', first?.line ?? 1, {
      headings: cells.join(' · ').slice(0, 300),
      cells: JSON.stringify(cells.slice(0, 100).map((cell) => cell.slice(0, 200))),
    })
  }
  if (!span && pending === 0) throw new StatementError('no_statements', line)
  const ends = balances.ends()
  yield {
    kind: 'end',
    ...ends,
    from: span?.from ?? null,
    to: span?.to ?? null,
    pending,
    notes: [
      ...pendingNotes(pending),
      ...(ends.opening_cents === null ? (['balance_not_in_file'] as const) : []),
    ],
    line,
  }
}

/**
 * True for a row that the bank has not booked yet: its state says so or, where there is no such column, any cell that is
 * not the sender's own words (some banks write it in place of the day).
 */
function isPending({ cells }: SourceRow, columns: CsvColumns, { status }: CsvExtras): boolean {
  const said = status === undefined ? undefined : bookedState(String(cells[status] ?? ''))
  if (said !== undefined) return !said
  const words = new Set([columns.name, columns.text, columns.reference, columns.iban])
  return cells.some((cell, at) => !words.has(at) && bookedState(String(cell)) === false)
}

function lineOf({ cells, line }: SourceRow, columns: CsvColumns): { line?: StatementLine; balance?: number } {
  const cell = (field: CsvField): Cell => (columns[field] === undefined ? '' : (cells[columns[field]] ?? ''))
  const text = (field: CsvField, maximum: number) => cleanText(String(cell(field)), maximum)
  if (text('booked_on', 40) === '' && text('amount', 40) === '') return {}
  const currency = text('currency', 10).toUpperCase()
  if (currency !== '' && currency !== 'EUR' && currency !== '€')
    throw new StatementError('foreign_currency', line, { currency })
  const amount_cents = amountOf(cell, columns, line)
  const booked_on = dayOf(cell('booked_on'), line)
  const iban = text('iban', 60).replace(/\s/g, '').toUpperCase()
  const balance = columns.balance === undefined ? '' : cell('balance')
  return {
    ...(balance !== '' && { balance: centsAt(balance, line) }),
    ...(amount_cents !== 0 && {
      line: {
        line,
        booked_on,
        valued_on: text('valued_on', 40) === '' ? booked_on : dayOf(cell('valued_on'), line),
        amount_cents,
        name: text('name', 140),
        iban: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) ? iban : '',
        text: text('text', 1000),
        reference: text('reference', 140),
        bank_reference: '',
        booking: text('booking', 140),
        is_reversal: false,
      },
    }),
  }
}

function amountOf(cell: (field: CsvField) => Cell, columns: CsvColumns, line: number): number {
  if (columns.amount !== undefined) return centsAt(cell('amount'), line)
  const [credit, debit] = (['credit', 'debit'] as const).map((field) =>
    String(cell(field)).trim() === '' ? 0 : Math.abs(centsAt(cell(field), line)),
  )
  return credit! - debit!
}

function centsAt(cell: Cell, line: number): number {
  const read = parseAmount(cell, ',')
  if ('code' in read) throw new StatementError('bad_amount', line, { text: String(cell).slice(0, 40) })
  if (read.currency && read.currency !== 'EUR')
    throw new StatementError('foreign_currency', line, { currency: read.currency })
  return read.cents
}

function dayOf(cell: Cell, line: number): Day {
  const read = parseDate(cell, noDateEvidence())
  if (!('day' in read)) throw new StatementError('bad_day', line, { text: String(cell).slice(0, 40) })
  return read.day
}

/** Follows the balance column; rows may run forwards or backwards in time, but the same way throughout. */
function runningBalance() {
  let before: { amount: number; balance: number } | undefined
  let first: { amount: number; balance: number } | undefined
  let [forwards, backwards, missing] = [true, true, false]
  return {
    take(amount: number, balance: number | undefined, line: number) {
      if (balance === undefined) return void (missing = true)
      if (before) {
        forwards &&= before.balance + amount === balance
        backwards &&= balance + before.amount === before.balance
        if (!forwards && !backwards) throw new StatementError('wrong_running_balance', line)
      }
      before = { amount, balance }
      first ??= before
    },
    ends() {
      if (missing || !first || !before) return { opening_cents: null, closing_cents: null }
      const [oldest, newest] = forwards ? [first, before] : [before, first]
      return { opening_cents: oldest.balance - oldest.amount, closing_cents: newest.balance }
    },
  }
}
