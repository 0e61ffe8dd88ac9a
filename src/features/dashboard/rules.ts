import { addMonths } from '#shared/dates.ts'
import type { Span } from '#shared/periods.ts'
import { chartTypes, type FundingType } from '#features/ledger/funding-types.ts'

/** What the period switch offers: the quarter, the year, or the last twelve months with this one. */
export const periods = ['quarter', 'year', '12_months'] as const
export type Period = (typeof periods)[number]
export const defaultPeriod: Period = 'year'

/** The same span a year before; 29 February becomes the 28th. */
export function yearBefore({ from, to }: Span): Span {
  return { from: addMonths(from, -12), to: addMonths(to, -12) }
}

/** By how many per cent an amount grew, rounded; undefined when there was nothing to grow from. */
export function growth(cents: number, before: number): number | undefined {
  return before > 0 ? Math.round(((cents - before) / before) * 100) : undefined
}

/** Cents per funding type number. */
export type ByType = Record<FundingType, number>

/** What one month received, all types together, in cents. */
export function totalOf(byType: ByType): number {
  return chartTypes.reduce((sum, type) => sum + byType[type], 0)
}

export type Segment = { type: FundingType; from: number; to: number }

/** The parts of a stacked bar in cents: what came in stands on the zero line, what reversals outweigh hangs below it. */
export function stackOf(byType: ByType): Segment[] {
  let above = 0
  let below = 0
  return chartTypes
    .filter((type) => byType[type] !== 0)
    .map((type) => {
      const cents = byType[type]
      if (cents > 0) return { type, from: above, to: (above += cents) }
      const to = below
      return { type, from: (below += cents), to }
    })
}

/** The axis in cents: round steps, at most five of them, that hold every bar and the zero line. */
export function axisOf(months: readonly ByType[]): { ticks: number[]; from: number; to: number } {
  const ends = months.flatMap((month) => stackOf(month).flatMap(({ from, to }) => [from, to]))
  const most = Math.max(0, ...ends)
  const least = Math.min(0, ...ends)
  const step = roundStep((most - least) / 4)
  const from = Math.floor(least / step) * step
  const to = Math.max(from + step, Math.ceil(most / step) * step)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_each, at) => from + at * step)
  return { ticks, from, to }
}

// 1, 2, 2.5 or 5 times a power of ten; whole euros at least.
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 100)))
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= least)!
}
