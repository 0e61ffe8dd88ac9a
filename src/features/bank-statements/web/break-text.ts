import { showDay } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import type { Translate } from '#web/texts.ts'
import type { StatementRow } from './data.ts'

export function breakText(found: NonNullable<StatementRow['break']>, t: Translate, locale: Locale): string {
  const shared = { from: showDay(found.from), to: showDay(found.to), other: found.other_number }
  if (found.kind === 'overlap') return t('bank_statements.overlap', shared)
  return t('bank_statements.gap', { ...shared, amount: formatEuro(found.difference_cents, locale) })
}
