import { grouped, intlTag, type Locale } from './messages.ts'

/** Cents as EUR with exactly two decimals, e.g. `€1,275.00`, `1.275,00 €` or `−€300.00` (spec §9; the minus is U+2212). */
export function formatEuro(cents: number, locale: Locale): string {
  const digits = String(Math.round(Math.abs(cents))).padStart(3, '0')
  const euros = grouped(Number(digits.slice(0, -2)), locale)
  const sign = cents < 0 ? '−' : ''
  return locale === 'en_US'
    ? `${sign}€${euros}.${digits.slice(-2)}`
    : `${sign}${euros},${digits.slice(-2)}\u00a0€`
}

/** Cents as whole euros for figures, rounded half away from zero (spec §9: integers are rounded). */
export function formatWholeEuro(cents: number, locale: Locale): string {
  return formatOf('wholeEuro', locale).format(cents / 100)
}

/** Cents as euros on a chart's axis, without the unit and as short as possible: `20K`, `1.5M`. */
export function formatCompactEuro(cents: number, locale: Locale): string {
  return formatOf('compact', locale).format(cents / 100)
}

/** An integer with the language's grouping, decimals rounded away. */
export function formatInteger(value: number, locale: Locale): string {
  return grouped(Math.sign(value) * Math.round(Math.abs(value)), locale)
}

const shapes = {
  wholeEuro: { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 },
  compact: { notation: 'compact' },
} as const
const formats = new Map<string, Intl.NumberFormat>()

// Creating a format takes a hundred times as long as using it.
function formatOf(shape: keyof typeof shapes, locale: Locale): Intl.NumberFormat {
  const key = `${shape} ${intlTag[locale]}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(intlTag[locale], shapes[shape])
  formats.set(key, format)
  return format
}

/** The largest amount of one field: 1 billion EUR in cents, far below the safe integers. */
export const maxAmountCents = 100_000_000_000

// Three digits after a single separator may be thousands or decimals: 1.234 and 1,234 alone are ambiguous.
const inEnglish = /^(\d+|\d{1,3}(?:,\d{3}){2,}|\d{1,3},\d{3}(?=\.))(?:\.(\d{1,2}))?$/
const inGerman = /^(\d+|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}\.\d{3}(?=,))(?:,(\d{1,2}))?$/
const typedAmount: Record<Locale, RegExp> = { en_US: inEnglish, du_DE: inGerman, sie_DE: inGerman }

/**
 * Cents of a typed amount in the person's own notation (1,234.56 or 1234.56, in German 1.234,56 or 1234,56); undefined
 * when it is invalid, or ambiguous in the other notation. Never a float, never rounded.
 */
export function parseAmount(text: string, locale: Locale): number | undefined {
  const match = typedAmount[locale].exec(text.replace(/[\s€]/g, ''))
  if (!match) return undefined
  const euros = Number(match[1]!.replace(/[.,]/g, ''))
  const cents = euros * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0)
  return Number.isSafeInteger(cents) && cents <= maxAmountCents ? cents : undefined
}

/** Cents in a field's format, without the unit: `1,275.00` or `1.275,00`. */
export function formatAmountInput(cents: number, locale: Locale): string {
  return formatEuro(cents, locale).replace(/[€\s\u00a0\u202f]/g, '')
}
