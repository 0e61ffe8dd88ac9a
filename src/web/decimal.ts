import type { Locale } from '#shared/messages.ts'

/** A number with one decimal place, in the locale's notation. */
export const formatDecimal = (value: number, locale: Locale) =>
  value.toLocaleString(locale === 'en_US' ? 'en-US' : 'de-DE', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
