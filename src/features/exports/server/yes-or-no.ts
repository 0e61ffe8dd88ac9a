import type { Locale } from '#shared/messages.ts'
import { text } from '#server/base/texts.ts'

/** A mark in words, as a cell of an export says it. */
export const yesOrNo = (mark: boolean, locale: Locale): string =>
  text(locale, mark ? 'exports.yes' : 'exports.no')
