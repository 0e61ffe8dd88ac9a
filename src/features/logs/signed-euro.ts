import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'

/** An amount with its sign: plus, or U+2212, a minus of the same width. */
export const signedEuro = (cents: number, locale: Locale): string =>
  `${cents < 0 ? '\u2212' : '+'}${formatEuro(Math.abs(cents), locale)}`
