import { addDays, addMonths, type Day } from '#shared/dates.ts'
import type { Period, Span } from '#shared/periods.ts'

/** Figures in cents, in screen order; stages are never mixed. */
export const figureNames = ['allocated', 'settled', 'paid', 'arrived', 'refunded'] as const
export type FigureName = (typeof figureNames)[number]

/** Groupings of the lower table. */
export const groupings = ['month', 'funding_type', 'company', 'organization', 'category'] as const
export type Grouping = (typeof groupings)[number]

/** Options of the period switch. */
export const periods = ['month', 'quarter', 'year', '12_months'] as const satisfies readonly Period[]

/** The last day of a day's month. */
const lastDay = (day: Day) => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)

/** The same days some years earlier; 29 February becomes the 28th, and a month's last day stays the last day. */
export function yearsBefore({ from, to }: Span, years: number): Span {
  const end = addMonths(to, -12 * years)
  return { from: addMonths(from, -12 * years), to: to === lastDay(to) ? lastDay(end) : end }
}

/** The change in whole per cent; undefined if the earlier value was zero. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / Math.abs(before)) * 100)
}
