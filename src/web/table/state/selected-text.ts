import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import type { Translate } from '../../texts.ts'
import type { Selection } from './types.ts'

/** The number of selected rows and, in lists of amounts, their sum: `6 selected · €8,720.18`. */
export function selectedText({ count, sum_cents }: Selection, t: Translate, locale: Locale): string {
  const text = t('list.selected', { count })
  return sum_cents === undefined ? text : `${text} · ${formatEuro(sum_cents, locale)}`
}
