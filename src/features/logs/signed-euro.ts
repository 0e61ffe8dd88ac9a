import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'

/** A movement with its sign in front: plus, or the minus that is as wide (U+2212). */
export const signedEuro = (cents: number, locale: Locale): string =>
  `${cents < 0 ? '\u2212' : '+'}${formatEuro(Math.abs(cents), locale)}`
