import type { Locale } from '#shared/messages.ts'
import { text } from '#server/base/texts.ts'

/** A flag as the text of an export's cell. */
export const yesOrNo = (mark: boolean, locale: Locale): string =>
  text(locale, mark ? 'exports.yes' : 'exports.no')
