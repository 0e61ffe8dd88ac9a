import type { Day } from '#shared/dates.ts'

/** The figures in cents, in the order of the screen; stages are never mixed. */
export const figureNames = ['allocated', 'settled', 'paid', 'arrived', 'refunded'] as const
export type FigureName = (typeof figureNames)[number]

/** What the lower table groups by. */
export const groupings = ['month', 'funding_type', 'company', 'organization'] as const
export type Grouping = (typeof groupings)[number]

/** A time of business days, both included. */
export type Span = { from: Day; to: Day }

export const periods = ['month', 'quarter', 'year', '12_months'] as const
export type Period = (typeof periods)[number]

const pad = (n: number) => String(n).padStart(2, '0')
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

/** The span that a period button fills in, up to today. */
export function spanOfPeriod(period: Period, today: Day): Span {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  if (period === 'month') return { from: `${today.slice(0, 7)}-01`, to: today }
  if (period === 'quarter')
    return { from: `${year}-${pad(Math.floor((month - 1) / 3) * 3 + 1)}-01`, to: today }
  if (period === 'year') return { from: `${year}-01-01`, to: today }
  const [y, m] = month === 12 ? [year, 1] : [year - 1, month + 1]
  return { from: `${y}-${pad(m)}-01`, to: today }
}

/** The same days so many years before; the 29th of February becomes the 28th, the end of a month stays its end. */
export function yearsBefore({ from, to }: Span, years: number): Span {
  const back = (day: Day, isEnd: boolean): Day => {
    const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
    const end = lastDay(year - years, month)
    if (isEnd && day === lastDay(year, month)) return end
    const moved = `${year - years}${day.slice(4)}`
    return moved > end ? end : moved
  }
  return { from: back(from, false), to: back(to, true) }
}

/** Every month of a span, `YYYY-MM`. */
export function monthsOf({ from, to }: Span): string[] {
  const months: string[] = []
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  while (`${year}-${pad(month)}` <= to.slice(0, 7)) {
    months.push(`${year}-${pad(month)}`)
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  }
  return months
}

/** The change in percent without decimals; undefined where there was nothing before. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / Math.abs(before)) * 100)
}
