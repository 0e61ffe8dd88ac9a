import type { Locale } from '#shared/messages.ts'

/** A number with one place behind the comma, as the language writes it. */
export const formatDecimal = (value: number, locale: Locale) =>
  value.toLocaleString(locale === 'en_US' ? 'en-US' : 'de-DE', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
