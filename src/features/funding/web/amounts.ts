import type { Cents } from '#web/form/MoneyField.tsx'
import type { FundingPreview } from '../contract.ts'
import { type Spread, spreadSum } from '../rules.ts'

/** What was typed: the sum, how it is spread, and amounts by hand by the project's slug; cents. */
export type Typed = { sum: Cents; spread: Spread; byHand: Readonly<Record<string, Cents>> }

/** What it comes to: the amount of each project, their sum, and the most that may be given. */
export type Amounts = { parts: Cents[]; sum: Cents; needed: number; most: number }

const total = (cents: readonly Cents[]) => cents.reduce<number>((sum, one) => sum + (one || 0), 0)

/** The amounts of the projects that can take money, in their order; `available` is what is left of the budget. */
export function amountsOf(
  { sum, spread, byHand }: Typed,
  projects: readonly Pick<FundingPreview, 'slug' | 'missing_cents'>[],
  available: number | undefined,
): Amounts {
  const needs = projects.map((project) => project.missing_cents)
  const needed = total(needs)
  const most = Math.min(needed, available ?? needed)
  if (spread === 'hand') {
    const parts = projects.map(({ slug }) => byHand[slug] ?? null)
    return { parts, sum: parts.some((part) => Number.isNaN(part)) ? Number.NaN : total(parts), needed, most }
  }
  if (spread === 'rest') return { parts: needs, sum: needed, needed, most }
  const known = sum !== null && !Number.isNaN(sum) && sum > 0
  return { parts: known ? spreadSum(spread, sum, needs) : needs.map(() => null), sum, needed, most }
}

/** How a budget stands: what was used, this sum, in shares of what was granted. */
export function sharesOf(granted: number, used: number, sum: number): { used: number; sum: number } {
  const whole = Math.max(granted, used + sum, 1)
  return { used: Math.max(0, used) / whole, sum: Math.max(0, sum) / whole }
}
