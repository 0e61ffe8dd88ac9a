import { maxAmountCents } from '#shared/money.ts'

/**
 * Exchange rates for one import, as decimal text (`1.15`): euros per unit, by currency code (`CHF`), by code and year
 * (`CHF 2016`) or day (`CHF 2016-05-31`). The most specific one applies.
 */
export type Rates = Record<string, string>

const decimal = /^(\d{1,6})(?:[.,](\d{1,8}))?$/

/** True for a valid rate: a positive decimal with at most six digits before and eight after the point. */
export function isRate(text: string): boolean {
  return decimal.test(text) && /[1-9]/.test(text)
}

export function currenciesWith(rates: Rates): string[] {
  return [...new Set(Object.keys(rates).map((key) => key.slice(0, 3)))]
}

/** The rate of a currency for a gift's day, else its year, else in general; EUR has rate 1. */
export function rateFor(
  currency: string | undefined,
  { year, date }: { year?: number | undefined; date?: string | undefined },
  rates: Rates,
): string | undefined {
  if (!currency || currency === 'EUR') return '1'
  return rates[`${currency} ${date}`] ?? rates[`${currency} ${year}`] ?? rates[currency]
}

/**
 * Converts cents of a currency to euro cents, exactly, rounding half up; undefined beyond the largest bookable amount.
 */
export function atRate(cents: number, rate: string): number | undefined {
  const [, whole = '', fraction = ''] = decimal.exec(rate)!
  const unit = 10n ** BigInt(fraction.length)
  const product = BigInt(cents) * BigInt(whole + fraction)
  const rounded = (2n * product + unit) / (2n * unit)
  return rounded > BigInt(maxAmountCents) ? undefined : Number(rounded)
}

/**
 * Parses the rates of one currency from one line (`2016:0.91;2016-05-31:0.9052;:0.9`), as used in a URL; undefined when
 * invalid.
 */
export function ratesIn(text: string, currency: string): Rates | undefined {
  const rates: Rates = {}
  for (const one of text.split(';').filter(Boolean)) {
    const [, when, rate] = /^(|\d{4}(?:-\d{2}-\d{2})?):([\d.,]+)$/.exec(one) ?? []
    if (when === undefined || !isRate(rate!)) return undefined
    rates[when === '' ? currency : `${currency} ${when}`] = rate!
  }
  return rates
}

/** The inverse of `ratesIn`. */
export function ratesAsText(rates: Rates, currency: string): string {
  return Object.entries(rates)
    .filter(([key, rate]) => key.startsWith(currency) && isRate(rate))
    .map(([key, rate]) => `${key.slice(4)}:${rate}`)
    .join(';')
}
