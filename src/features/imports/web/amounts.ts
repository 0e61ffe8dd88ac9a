import type { Locale } from '#shared/messages.ts'

/** An amount in a foreign currency, prefixed by its code: `CHF 6,297,350.00`. */
export function formatForeign(cents: number, code: string, locale: Locale): string {
  const amount = new Intl.NumberFormat(locale === 'en_US' ? 'en-US' : 'de-DE', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(cents / 100)
  return `${code} ${amount}`
}
