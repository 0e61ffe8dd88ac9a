import type { Cents } from '#web/form/MoneyField.tsx'
import type { FundingPreview } from '../contract.ts'
import { type Spread, spreadSum } from '../rules.ts'

/** The input: the sum, the way to spread it, and manual amounts by project slug; cents. */
export type AmountInput = { sum: Cents; spread: Spread; byHand: Readonly<Record<string, Cents>> }

const total = (cents: readonly Cents[]) => cents.reduce<number>((sum, one) => sum + (one || 0), 0)

/** The resulting amount of each project that can take money, in order, and their sum. */
export function amountsOf(
  { sum, spread, byHand }: AmountInput,
  projects: readonly Pick<FundingPreview, 'slug' | 'missing_cents'>[],
): { parts: Cents[]; sum: Cents } {
  const needs = projects.map((project) => project.missing_cents)
  if (spread === 'hand') {
    const parts = projects.map(({ slug }) => byHand[slug] ?? null)
    return { parts, sum: parts.some((part) => Number.isNaN(part)) ? Number.NaN : total(parts) }
  }
  if (spread === 'rest') return { parts: needs, sum: total(needs) }
  const known = sum !== null && !Number.isNaN(sum) && sum > 0
  return { parts: known ? spreadSum(spread, sum, needs) : needs.map(() => null), sum }
}

/** A budget's used amount and this sum as shares of the granted amount. */
export function sharesOf(granted: number, used: number, sum: number): { used: number; sum: number } {
  const whole = Math.max(granted, used + sum, 1)
  return { used: Math.max(0, used) / whole, sum: Math.max(0, sum) / whole }
}
