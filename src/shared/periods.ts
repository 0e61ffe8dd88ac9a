import { addMonths, type Day } from './dates.ts'
import { intlTag, type Locale } from './messages.ts'

/** From one Berlin day to another, both inclusive. */
export type Span = { from: Day; to: Day }

/** Number of months a period starts before the current month. */
const monthsBack = {
  month: () => 0,
  quarter: (month: number) => (month - 1) % 3,
  year: (month: number) => month - 1,
  '12_months': () => 11,
}
export type Period = keyof typeof monthsBack

/** The period that contains `today`, up to today; the last twelve months include the current one. */
export function spanOf(period: Period, today: Day): Span {
  const back = monthsBack[period](Number(today.slice(5, 7)))
  return { from: addMonths(`${today.slice(0, 7)}-01`, -back), to: today }
}

/** The months of a span in order, `YYYY-MM`. */
export function monthsOf({ from, to }: Span): string[] {
  const months: string[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7))
  return months
}

/** The name of a month, `YYYY-MM`, with or without its year. */
export function monthName(month: string, locale: Locale, look: 'short' | 'narrow' | 'with year'): string {
  const options: Intl.DateTimeFormatOptions =
    look === 'with year' ? { month: 'long', year: 'numeric' } : { month: look }
  const format = new Intl.DateTimeFormat(intlTag[locale], { ...options, timeZone: 'UTC' })
  return format.format(new Date(`${month}-15T00:00:00Z`))
}
