import { parseAmount } from '#shared/reading/amounts.ts'
import { parseDate } from '#shared/reading/dates.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'
import type { Day } from '#shared/dates.ts'
import { signedCents, signOf } from './csv-balances.ts'
import type { CsvField } from './csv-columns.ts'
import { narrative, partedNarrative, referenceIn } from './csv-narrative.ts'
import type { CsvTable } from './csv-table.ts'
import { cleanText } from '#server/reading/bank-text.ts'
import { bookedState, givenReference, StatementError, type StatementLine } from './statement.ts'

export type ReadRow = { lines: StatementLine[]; balance?: number; part: string }

/** Reads rows in sequence; evidence from one row applies to later ones. */
export function rowReader(table: CsvTable) {
  const { columns, extras, layout, decimal, plain } = table
  const isEmpty = (cell: Cell) => cell === '' || (layout.empty !== undefined && cell === layout.empty)
  let hasMarks = layout.cutLines === true

  function cellsOf({ cells, line }: SourceRow) {
    const at = (place: number | undefined): Cell => {
      const cell = place === undefined ? '' : (cells[place] ?? '')
      return isEmpty(cell) ? '' : cell
    }
    const cell = (field: CsvField): Cell => at(columns[field])
    const text = (field: CsvField, maximum: number) => cleanText(String(cell(field)), maximum)
    const called = (heading: string) => at(plain.indexOf(heading))
    return { at, cell, text, called, line }
  }
  type Cells = ReturnType<typeof cellsOf>

  /**
   * Aligns cells with headings. In some rows a bank omits a cell before the purpose, or the purpose contains the
   * separator; later columns then count from the end. Throws when both readings are possible.
   */
  function aligned(row: SourceRow): SourceRow {
    const width = plain.length
    const { text, amount } = columns
    let { cells } = row
    while (cells.length > width && String(cells.at(-1)).trim() === '') cells = cells.slice(0, -1)
    if (cells.length === width || text === undefined || amount === undefined || text > amount)
      return { ...row, cells }
    const missing = width - cells.length
    const other =
      missing > 0
        ? [
            ...cells.slice(0, text - missing),
            ...Array<string>(missing).fill(''),
            ...cells.slice(text - missing),
          ]
        : [
            ...cells.slice(0, text),
            cells.slice(text, text - missing + 1).join(table.separator),
            ...cells.slice(text - missing + 1),
          ]
    const asIs = centsIn({ ...row, cells })
    if (missing >= text || other.length !== width) return { ...row, cells }
    const shifted = centsIn({ ...row, cells: other })
    if (shifted === undefined || shifted === asIs) return { ...row, cells }
    if (asIs !== undefined) throw new StatementError('bad_line', row.line)
    return { ...row, cells: other }
  }

  function centsIn(row: SourceRow): number | undefined {
    try {
      const cells = cellsOf(row)
      refuseForeign(cells)
      return moneyOf(cells).cents
    } catch (error) {
      if (error instanceof StatementError) return undefined
      throw error
    }
  }

  function refuseForeign({ text, line }: Cells): void {
    const currency = text('currency', 10).toUpperCase()
    if (currency !== '' && currency !== 'EUR' && currency !== '€')
      throw new StatementError('foreign_currency', line, { currency })
  }

  const centsAt = (cell: Cell, line: number) => centsOf(cell, line, decimal)

  function moneyOf(cells: Cells): { cents: number; fee: number } {
    if (layout.sides === 'wise') return moneyOfSides(cells, centsAt)
    const written = String(cells.at(extras.fee)).trim()
    const fee = written === '' ? 0 : centsAt(written, cells.line)
    return { cents: amountOf(cells), fee: layout.fee === 'opposite' && fee !== 0 ? -fee : fee }
  }

  /** Reads an amount, with its direction from a separate column or the booking type; otherwise credit minus debit. */
  function amountOf({ cell, line }: Cells): number {
    const isSaid = (one: Cell) => String(one).trim() !== ''
    const [amount, credit, debit] = [cell('amount'), cell('credit'), cell('debit')]
    if (isSaid(amount)) {
      const cents = centsAt(amount, line)
      const sign = String(cell('sign')).trim()
      const mark = signOf(sign)
      if (mark === undefined) {
        // Without its mark the direction of the money is unknown.
        const needsMark =
          hasMarks || (sign === '' && columns.sign !== undefined && plain[columns.sign] !== '')
        if (needsMark && cents > 0)
          throw new StatementError('bad_amount', line, { text: `${amount} ${sign}`.trim() })
        return signOf(String(cell('booking'))) === '-' && cents > 0 ? -cents : cents
      }
      hasMarks = true
      // A negative amount marked as credit is ambiguous.
      if (mark === '+' && cents < 0)
        throw new StatementError('bad_amount', line, { text: `${amount} ${sign}` })
      return mark === '-' && cents > 0 ? -cents : cents
    }
    if (!isSaid(credit) && !isSaid(debit)) throw new StatementError('bad_amount', line, { text: '' })
    const taken = isSaid(debit) ? Math.abs(centsAt(debit, line)) : 0
    // A negative credit is money that was returned.
    return (isSaid(credit) ? centsAt(credit, line) : 0) - taken
  }

  function refuseSpreadsheet({ cell, line }: Cells): void {
    const amount = String(cell('amount')).trim()
    const odd = (['iban', 'reference'] as const)
      .map((field) => String(cell(field)).trim())
      .find((text) => /^-?\d[.,]\d+E\+?\d+$/i.test(text))
    const isCut = layout.twoDecimals && amount !== '' && !/,\d\d\D*$/.test(amount) && /\d/.test(amount)
    if (odd !== undefined || isCut)
      throw new StatementError('saved_by_spreadsheet', line, { text: (odd ?? amount).slice(0, 40) })
  }

  function dayIn(cell: Cell, line: number): Day {
    const read = parseDate(cell, table.dates)
    if (!('day' in read)) throw new StatementError('bad_day', line, { text: String(cell).slice(0, 40) })
    return read.day
  }

  /** The day of a row; a time in another zone is converted to the day in Berlin. */
  function bookedOn({ at, cell, line }: Cells): Day {
    const day = String(cell('booked_on')).trim()
    const isUtc = /^(?:UTC|GMT)$/i.test(String(at(extras.zone)).trim())
    return dayIn(isUtc ? `${day} ${String(at(extras.time)).trim()} UTC` : day, line)
  }

  return {
    /**
     * The currency of a row that belongs to another balance of a multi-currency file; undefined for a row of the
     * account.
     */
    otherCurrency(given: SourceRow): string | undefined {
      if (!layout.pockets) return undefined
      const cells = cellsOf(aligned(given))
      const own = layout.sides === 'wise' ? currencyOfSides(cells) : cells.text('currency', 10)
      const currency = own.toUpperCase()
      return /^[A-Z]{3}$/.test(currency) && currency !== 'EUR' ? currency : undefined
    },

    /**
     * True for a row that the bank has not booked yet. Its state says so or, without a state column, any cell except
     * the sender's text, because some banks write it in place of the day.
     */
    isPending(given: SourceRow): boolean {
      const row = aligned(given)
      const { cell } = cellsOf(row)
      // A row of another table must be refused, not counted as pending.
      const day = String(cell('booked_on')).trim()
      if (!(['amount', 'credit', 'debit'] as const).some((field) => cell(field) !== '')) return false
      if (day !== '' && bookedState(day) === undefined && !('day' in parseDate(day, table.dates)))
        return false
      const state = String(cell('state')).trim()
      if (layout.booked !== undefined && columns.state !== undefined)
        return state !== '' && state.toLowerCase() !== layout.booked
      const said = bookedState(state)
      if (said !== undefined) return !said
      const { name, text, reference, iban } = columns
      const { payer, payee, more_name, more_text = [] } = extras
      const words = new Set([name, text, reference, iban, payer, payee, more_name, ...more_text])
      return row.cells.some((one, at) => !words.has(at) && bookedState(String(one)) === false)
    },

    read(given: SourceRow): ReadRow {
      const row = aligned(given)
      const cells = cellsOf(row)
      const { at, cell, text, line } = cells
      refuseSpreadsheet(cells)
      const part = `${String(at(extras.part))} ${text('currency', 10).toUpperCase()}`
      refuseForeign(cells)
      const { cents: amount_cents, fee } = moneyOf(cells)
      const booked_on = bookedOn(cells)
      const other = amount_cents > 0 ? extras.payer : extras.payee
      const isAlone = columns.name === undefined && columns.iban === undefined && other === undefined
      const whole = textOf(row, cells)
      const told = isAlone
        ? layout.narrative === 'targobank'
          ? partedNarrative(String(cell('text')))
          : narrative(whole)
        : { name: '', iban: '', reference: referenceIn(whole) }
      const iban = text('iban', 60).replace(/\s/g, '').toUpperCase()
      const reference = text('reference', 140)
      const named = [other === undefined ? text('name', 140) : cleanText(String(at(other)), 140)]
      const more = cleanText(String(at(extras.more_name)), 140)
      const valued = text('valued_on', 40)
      const balance = text('balance', 40)
      const said: StatementLine = {
        line,
        booked_on,
        valued_on: /^[-–—]*$/.test(valued) ? booked_on : dayIn(valued, line),
        amount_cents,
        name: isAlone ? told.name : cleanText([...named, more].join(' '), 140),
        iban: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) ? iban : told.iban,
        text: whole,
        reference: reference === '' ? told.reference : givenReference(reference),
        bank_reference: cleanText(String(at(extras.key)), 140),
        booking: text('booking', 140).replace(/^"(.*)"$/, '$1') || (told.booking ?? ''),
        is_reversal: false,
      }
      return {
        lines: fee === 0 ? [said] : [said, { ...said, amount_cents: fee, bank_reference: '' }],
        part,
        ...(balance !== '' && { balance: centsAt(balance, line) }),
      }
    },
  }

  function textOf({ cells }: SourceRow, { text }: Cells): string {
    const { text: at } = columns
    const main =
      layout.cutLines && at !== undefined
        ? cleanText(joinedLines(String(cells[at] ?? '')), 1000)
        : text('text', 1000)
    const parts = [main]
    for (const place of extras.more_text ?? []) {
      const more = cleanText(String(cells[place] ?? ''), 1000)
      if (more !== '' && more !== layout.empty && !parts.includes(more)) parts.push(more)
    }
    return cleanText(parts.join(' '), 1000)
  }
}

/** Joins lines that the bank cut at 27 characters; a shorter line ended by itself. */
const joinedLines = (text: string) =>
  text
    .split(/\r\n|\n|\r/)
    .map((line, at, all) => (at < all.length - 1 && line.length < 27 ? `${line} ` : line))
    .join('')

/** The currency of the account's side of a transfer; EUR for an exchange with a EUR side. */
function currencyOfSides({ called }: { called: (heading: string) => Cell }): string {
  const of = (side: string) => String(called(`${side}currency`)).trim()
  const direction = String(called('direction')).trim().toUpperCase()
  if (direction === 'OUT') return of('source')
  return direction === 'NEUTRAL' && of('source') === 'EUR' ? 'EUR' : of('target')
}

/** The amount of a transfer between two sides, each with amount, fee and currency; the EUR side is the account's. */
function moneyOfSides(
  { called, line }: { called: (heading: string) => Cell; line: number },
  centsAt: (cell: Cell, line: number) => number,
): { cents: number; fee: number } {
  const side = (name: 'source' | 'target') => {
    const money = (heading: string) => {
      const text = String(called(heading)).trim()
      return text === '' ? 0 : centsAt(text, line)
    }
    const currency = String(called(`${name}currency`)).trim()
    const feeCurrency = String(called(`${name}feecurrency`)).trim()
    const fee = feeCurrency === '' || feeCurrency === currency ? money(`${name}feeamount`) : 0
    return { currency, cents: money(`${name}amountafterfees`), fee }
  }
  const [source, target] = [side('source'), side('target')]
  const direction = String(called('direction')).trim().toUpperCase()
  if (!['IN', 'OUT', 'NEUTRAL'].includes(direction))
    throw new StatementError('bad_amount', line, { text: direction.slice(0, 40) })
  const goesOut = direction === 'OUT' || (direction === 'NEUTRAL' && source.currency === 'EUR')
  const own = goesOut ? source : target
  if (own.currency !== 'EUR')
    throw new StatementError('foreign_currency', line, { currency: own.currency.slice(0, 10) })
  // A transfer between two parts of the account moves nothing.
  if (direction === 'NEUTRAL' && source.currency === target.currency) return { cents: 0, fee: -own.fee || 0 }
  return goesOut
    ? { cents: -own.cents || 0, fee: -own.fee || 0 }
    : { cents: own.cents + own.fee, fee: -own.fee || 0 }
}

function centsOf(cell: Cell, line: number, decimal: ',' | '.'): number {
  const cents = signedCents(String(cell), decimal)
  if (cents !== undefined) return cents
  const read = parseAmount(cell, decimal)
  if (!('code' in read) && read.currency && read.currency !== 'EUR')
    throw new StatementError('foreign_currency', line, { currency: read.currency })
  throw new StatementError('bad_amount', line, { text: String(cell).slice(0, 40) })
}
