import { noDateEvidence, parseDate } from '#shared/reading/dates.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { centsOf } from '#server/reading/bank-text.ts'
import { StatementError } from './statement.ts'
import { type Element, textAt } from '#server/reading/xml.ts'

/** Cents of an amount in EUR; throws for other currencies. */
export function moneyAt(amount: Element | undefined, line: number): number {
  if (!amount) throw new StatementError('bad_amount', line, { text: '' })
  if (amount.currency !== 'EUR')
    throw new StatementError('foreign_currency', amount.line, { currency: amount.currency })
  const cents = centsOf(amount.text, '.')
  if (cents === undefined)
    throw new StatementError('bad_amount', amount.line, { text: amount.text.trim().slice(0, 40) })
  return cents
}

/** Adds the sign: credits are positive. */
export function signed(cents: number, indicator: string, line: number): number {
  if (indicator === 'CRDT') return cents
  if (indicator === 'DBIT') return cents === 0 ? 0 : -cents
  throw new StatementError('bad_line', line)
}

/** A day; an instant is converted to its day in Berlin. */
export function dayAt(date: Element | undefined, line: number): Day {
  const [plain, instant] = [textAt(date, 'Dt'), textAt(date, 'DtTm')]
  const text = plain || instant
  const day = plain ? plain.slice(0, 10) : berlinDay(instant)
  if (!isDay(day)) throw new StatementError('bad_day', date?.line ?? line, { text: text.slice(0, 40) })
  return day
}

function berlinDay(instant: string): Day {
  const read = parseDate(instant, noDateEvidence())
  return 'day' in read ? read.day : instant.slice(0, 10)
}
