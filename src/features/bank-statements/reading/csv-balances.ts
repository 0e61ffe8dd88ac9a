import { parseAmount } from '#shared/reading/amounts.ts'
import { noDateEvidence, parseDate } from '#shared/reading/dates.ts'
import type { Cell } from '#shared/reading/row.ts'
import type { Day } from '#shared/dates.ts'
import { StatementError, type StatementNote } from './statement.ts'

/** A balance in a row of its own; `isOfToday` when it may be later than the last line. */
export type StatedBalance = {
  end: 'opening' | 'closing' | 'either'
  cents: number
  line: number
  isOfToday: boolean
}

const labels: [RegExp, StatedBalance['end']][] = [
  [
    /^(?:(?:anfangs|er(?:ö|oe)ffnungs|start)-?(?:saldo|bestand|kontostand)|(?:alter|vorheriger|bisheriger) (?:kontostand|saldo)|(?:saldo|kontostand) alt|saldovortrag|(?:opening|starting|beginning|previous|old) balance)$/,
    'opening',
  ],
  [
    /^(?:(?:end|schlu(?:ss|ß)|abschlu(?:ss|ß))-?(?:saldo|bestand|kontostand)|(?:neuer|aktueller|heutiger) (?:kontostand|saldo)|(?:saldo|kontostand) neu|kontostand|saldo|kontosaldo|(?:closing|ending|current|new|final) balance|balance)$/,
    'closing',
  ],
  // Next to a closing balance, it is the previous one.
  [/^letzter (?:kontostand|saldo)$/, 'either'],
]
const ofToday = /^(?:saldo|aktueller|heutiger|current)/
const totals =
  /^(?:summe|gesamt|gesamtsumme|zwischensumme|umsatzsumme|total|(?:summe|anzahl)(?: der)? (?:ums(?:ä|ae)tze|buchungen|soll|haben|gutschriften|lastschriften|einnahmen|ausgaben|eing(?:ä|ae)nge|ausg(?:ä|ae)nge))$/

/** A label without day, currency and colon. */
const plainLabel = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?\(?(?:in )?(?:eur|€)\)?(?=:?$)/, '')
    .replace(/ (?:vom|am|per|zum|as of|on) [\d./-]{6,10}(?=:?$)/, '')
    .replace(/ ?:$/, '')
    .trim()

const longestLabel = 60
const endOf = (cell: string) =>
  cell.length > longestLabel ? undefined : labels.find(([label]) => label.test(plainLabel(cell)))?.[1]

/** Classifies a row that is no booking: a balance, a total (which is ignored), or neither. */
export function balanceRow(
  cells: readonly Cell[],
  line: number,
  given: { decimal: ',' | '.'; isPreamble: boolean },
): StatedBalance | 'total' | undefined {
  const texts = cells.map((cell) => String(cell).trim())
  // Some banks put label and balance into one cell.
  const parts = texts.flatMap((text) => {
    const match = text.length > 2 * longestLabel ? null : /^([^:]*:)\s*(\S.*)$/.exec(text)
    return match && endOf(match[1]!) ? [match[1]!, match[2]!] : [text]
  })
  const at = parts.findIndex((text) => endOf(text) !== undefined || totals.test(plainLabel(text)))
  if (at < 0) return undefined
  const others = parts.filter((text, nth) => nth !== at && text !== '')
  // A booking has more than a label, days, amounts and marks.
  if (!given.isPreamble && !others.every((text) => isFigure(text, given.decimal))) return undefined
  const end = endOf(parts[at]!)
  if (!end) return 'total'
  const values = parts.flatMap((text, nth) => {
    const cents = nth === at ? undefined : signedCents(text, given.decimal)
    return cents === undefined ? [] : [{ cents, nth }]
  })
  const value = values.find(({ nth }) => nth > at) ?? values.at(-1)
  if (!value) return undefined
  const mark = parts
    .slice(value.nth + 1)
    .map(signOf)
    .find(Boolean)
  const cents = mark === '-' ? -Math.abs(value.cents) : value.cents
  return {
    end,
    cents: cents === 0 ? 0 : cents,
    line,
    isOfToday: given.isPreamble && ofToday.test(plainLabel(parts[at]!)),
  }
}

const isFigure = (text: string, decimal: ',' | '.') =>
  /^(?:[A-Z]{3}|€)$/.test(text) ||
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text.replace(/\s/g, '')) ||
  signOf(text) !== undefined ||
  isDayText(text) ||
  signedCents(text, decimal) !== undefined

export const isDayText = (text: string) => 'day' in parseDate(text, noDateEvidence())

/** Cents of a text, possibly followed by the direction (`5,00 S`); undefined when it is no amount in EUR. */
export function signedCents(text: string, decimal: ',' | '.'): number | undefined {
  const match = /^(.*[\d)])\s*(S|H|D|C|DR|CR|Soll|Haben)$/i.exec(text.trim().slice(0, 100))
  const read = parseAmount(match ? match[1]! : text, decimal)
  if ('code' in read || (read.currency && read.currency !== 'EUR')) return undefined
  if (!match) return read.cents
  const sign = signOf(match[2]!)
  if (read.cents < 0) return sign === '-' ? read.cents : undefined
  return sign === '-' && read.cents > 0 ? -read.cents : read.cents
}

/** The sign of a mark next to an amount; undefined when it is none. */
export function signOf(text: string): '+' | '-' | undefined {
  const mark = text.trim().toLowerCase()
  if (/^(?:s|soll|d|dr|dbit|debit|debet|belastung|out|-|−)$/.test(mark)) return '-'
  return /^(?:h|haben|c|cr|crdt|credit|kredit|in|\+)$/.test(mark) ? '+' : undefined
}

/**
 * Follows the balance column. Rows may run forwards or backwards in time, but consistently, and some may lack a
 * balance.
 */
export function runningBalance() {
  let before: { amount: number; balance: number } | undefined
  let first: { amount: number; balance: number } | undefined
  let days: { first: Day; last: Day } | undefined
  let [forwards, backwards] = [true, true]
  // Sums of rows without a balance: above the first row that has one, and since the last one.
  let [above, since] = [0, 0]
  return {
    take(amount: number, balance: number | undefined, { line, day }: { line: number; day: Day }) {
      days = { first: days?.first ?? day, last: day }
      if (balance === undefined) return void (since += amount)
      if (before) {
        forwards &&= before.balance + since + amount === balance
        backwards &&= balance + since + before.amount === before.balance
        if (!forwards && !backwards) throw new StatementError('wrong_running_balance', line)
      } else above = since
      since = 0
      before = { amount, balance }
      first ??= before
    },
    /**
     * Opening and closing balance. When rows fit in both directions, their days decide, then `closings` found elsewhere
     * in the file.
     */
    ends(closings: readonly number[]): Ends | undefined {
      if (!first || !before) return undefined
      const onwards = {
        opening_cents: first.balance - first.amount - above,
        closing_cents: before.balance + since,
      }
      const back = {
        opening_cents: before.balance - before.amount - since,
        closing_cents: first.balance + above,
      }
      if (!backwards) return onwards
      if (!forwards) return back
      if (onwards.closing_cents === back.closing_cents) return onwards
      if (days && days.first !== days.last) return days.first < days.last ? onwards : back
      const agreeing = [onwards, back].filter((one) => closings.includes(one.closing_cents))
      return agreeing.length === 1 ? agreeing[0] : undefined
    },
  }
}

type Ends = { opening_cents: number; closing_cents: number }

/**
 * The balances of a file, from its column and from balance rows, which must agree; a single balance implies the other.
 */
export function endsOf(
  running: Ends | undefined,
  stated: readonly StatedBalance[],
  sum: number,
): { opening_cents: number | null; closing_cents: number | null; line?: number; notes: StatementNote[] } {
  const hasClosing = stated.some((one) => one.end === 'closing' && !(running && one.isOfToday))
  let opening = running?.opening_cents
  let closing = running?.closing_cents
  let line: number | undefined
  for (const one of stated) {
    if (running && one.isOfToday) continue
    const end = one.end === 'either' ? (hasClosing ? 'opening' : 'closing') : one.end
    const known = end === 'opening' ? opening : closing
    if (known !== undefined && known !== one.cents)
      throw new StatementError('other_balance', one.line, { opening: known, closing: one.cents })
    if (end === 'opening') opening = one.cents
    else closing = one.cents
    line = one.line
  }
  if (opening === undefined && closing === undefined)
    return { opening_cents: null, closing_cents: null, notes: ['balance_not_in_file'] }
  return {
    opening_cents: opening ?? closing! - sum,
    closing_cents: closing ?? opening! + sum,
    ...(line !== undefined && { line }),
    notes: opening === undefined || closing === undefined ? ['one_balance'] : [],
  }
}
