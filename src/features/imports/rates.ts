import { maxAmountCents } from '#shared/money.ts'

/** Exchange rates a person gives for one import: currency code → euros for one unit, as decimal text (`1.15`). */
export type Rates = Record<string, string>

const decimal = /^(\d{1,6})(?:[.,](\d{1,8}))?$/

/** True for a positive decimal number a rate may be: at most six digits before and eight behind the point. */
export function isRate(text: string): boolean {
  return decimal.test(text) && /[1-9]/.test(text)
}

/** Cents of a currency in euro cents, exact and rounded half up; undefined without a rate, or beyond what is booked. */
export function inEuroCents(cents: number, currency: string | undefined, rates: Rates): number | undefined {
  const match = decimal.exec(!currency || currency === 'EUR' ? '1' : (rates[currency] ?? ''))
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const unit = 10n ** BigInt(fraction.length)
  const product = BigInt(cents) * BigInt(whole + fraction)
  const rounded = (2n * product + unit) / (2n * unit)
  return rounded > BigInt(maxAmountCents) ? undefined : Number(rounded)
}
