import { axisFor, stackFor } from '#shared/axis.ts'
import { addMonths } from '#shared/dates.ts'
import type { Span } from '#shared/periods.ts'
import { chartTypes, type FundingType } from '#features/ledger/funding-types.ts'

/** Options of the period switch: quarter, year, or the last twelve months including the current one. */
export const periods = ['quarter', 'year', '12_months'] as const
export type Period = (typeof periods)[number]
export const defaultPeriod: Period = 'year'

/** The same period a year earlier; 29 February becomes the 28th. */
export function yearBefore({ from, to }: Span): Span {
  return { from: addMonths(from, -12), to: addMonths(to, -12) }
}

/** Growth of an amount in whole per cent; undefined if it was zero before. */
export function growth(cents: number, before: number): number | undefined {
  return before > 0 ? Math.round(((cents - before) / before) * 100) : undefined
}

/** Cents per funding type number. */
export type ByType = Record<FundingType, number>

/** Sum of one month over all types, in cents. */
export function totalOf(byType: ByType): number {
  return chartTypes.reduce((sum, type) => sum + byType[type], 0)
}

export type Segment = { type: FundingType; from: number; to: number }

/** The parts of a stacked bar in cents: income is above the zero line, net reversals below it. */
export function stackOf(byType: ByType): Segment[] {
  const types = chartTypes.filter((type) => byType[type] !== 0)
  const parts = stackFor(types.map((type) => byType[type]))
  return types.map((type, at) => ({ type, ...parts[at]! }))
}

/** Axis in cents with whole-euro steps, covering every bar and the zero line. */
export function axisOf(months: readonly ByType[]) {
  return axisFor(
    months.flatMap((month) => stackOf(month).flatMap(({ from, to }) => [from, to])),
    100,
  )
}
