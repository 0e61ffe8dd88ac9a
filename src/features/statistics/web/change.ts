import type { Translate } from '#web/texts.ts'

/** `+16%`, `−4%`; German puts a blank before the percent sign. */
export function changeInWords(percent: number, t: Translate): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${t('statistics.percent', { percent: Math.abs(percent) })}`
}
