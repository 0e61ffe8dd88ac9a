import { intlTag, type Locale } from './messages.ts'

/** Cents as EUR with exactly two decimals, e.g. `€1,275.00` or `1.275,00 €` (spec §9). */
export function formatEuro(cents: number, locale: Locale): string {
  return formatOf('euro', locale).format(cents / 100)
}

/** Cents as whole euros for figures, rounded half away from zero (spec §9: integers are rounded). */
export function formatWholeEuro(cents: number, locale: Locale): string {
  return formatOf('wholeEuro', locale).format(cents / 100)
}

/** An integer with the language's grouping, decimals rounded away. */
export function formatInteger(value: number, locale: Locale): string {
  return formatOf('integer', locale).format(value)
}

const shapes = {
  euro: { style: 'currency', currency: 'EUR' },
  wholeEuro: { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 },
  integer: { maximumFractionDigits: 0 },
} as const
const formats = new Map<string, Intl.NumberFormat>()

// Making a format takes a hundred times as long as using it.
function formatOf(shape: keyof typeof shapes, locale: Locale): Intl.NumberFormat {
  const key = `${shape} ${intlTag[locale]}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(intlTag[locale], shapes[shape])
  formats.set(key, format)
  return format
}

/** The largest amount one field takes: 1 billion EUR in cents, far below the safe integers. */
export const maxAmountCents = 100_000_000_000

const typedAmount: Record<Locale, RegExp> = {
  en_US: /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/,
  du_DE: /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/,
  sie_DE: /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/,
}

/** Cents of a typed amount in the person's own notation; undefined when it is not an amount. Never a float. */
export function parseAmount(text: string, locale: Locale): number | undefined {
  const match = typedAmount[locale].exec(text.replace(/[\s€]/g, ''))
  if (!match) return undefined
  const euros = Number(match[1]!.replace(/[.,]/g, ''))
  const cents = euros * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0)
  return Number.isSafeInteger(cents) && cents <= maxAmountCents ? cents : undefined
}
