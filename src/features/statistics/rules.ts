import { addDays, addMonths, type Day } from '#shared/dates.ts'
import type { Period, Span } from '#shared/periods.ts'

/** The figures in cents, in the order of the screen; stages are never mixed. */
export const figureNames = ['allocated', 'settled', 'paid', 'arrived', 'refunded'] as const
export type FigureName = (typeof figureNames)[number]

/** What the lower table groups by. */
export const groupings = ['month', 'funding_type', 'company', 'organization', 'category'] as const
export type Grouping = (typeof groupings)[number]

/** What the period switch offers. */
export const periods = ['month', 'quarter', 'year', '12_months'] as const satisfies readonly Period[]

/** The last day of the month that a day lies in. */
const lastDay = (day: Day) => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)

/** The same days so many years before; the 29th of February becomes the 28th, the end of a month stays its end. */
export function yearsBefore({ from, to }: Span, years: number): Span {
  const end = addMonths(to, -12 * years)
  return { from: addMonths(from, -12 * years), to: to === lastDay(to) ? lastDay(end) : end }
}

/** The change in percent without decimals; undefined where there was nothing before. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / Math.abs(before)) * 100)
}
