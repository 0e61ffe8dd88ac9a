import { passes } from '#shared/statuses.ts'

/** Pure functions that spread one sum over several projects (design: by need, equally, the rest, by hand); cents. */

/** Ways to spread, in screen order. */
export const spreads = ['need', 'equal', 'rest', 'hand'] as const
export type Spread = (typeof spreads)[number]

/** Days until the reminder of a claim. */
export const claimTaskDays = 14

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)

/** Indexes of the needs, largest first; equal ones keep their order. */
const byNeed = (needs: readonly number[]) =>
  needs.map((_, at) => at).sort((a, b) => needs[b]! - needs[a]! || a - b)

/**
 * Each project's share of the total missing amount. Rounding cents go to the largest needs, one each. A sum above all
 * needs is spread only up to them.
 */
export function spreadByNeed(sum: number, needs: readonly number[]): number[] {
  const missing = sumOf(needs)
  if (missing <= sum) return [...needs]
  // The product exceeds the safe integers.
  const parts = needs.map((need) => Number((BigInt(sum) * BigInt(need)) / BigInt(missing)))
  const left = sum - sumOf(parts)
  for (const at of byNeed(needs).slice(0, left)) parts[at]! += 1
  return parts
}

/** The same amount for each, up to its need; the excess is spread again. Rounding cents as in `spreadByNeed`. */
export function spreadEqually(sum: number, needs: readonly number[]): number[] {
  const parts = needs.map(() => 0)
  let left = sum
  // Starts with the smallest need, so that its excess is shared by all later ones.
  byNeed(needs)
    .reverse()
    .forEach((at, done) => {
      parts[at] = Math.min(needs[at]!, Math.floor(left / (needs.length - done)))
      left -= parts[at]!
    })
  return parts
}

/** Splits a sum by one of the ways; by hand, the parts are typed and the sum follows from them. */
export function spreadSum(spread: Exclude<Spread, 'hand'>, sum: number, needs: readonly number[]): number[] {
  if (spread === 'rest') return [...needs]
  return spread === 'need' ? spreadByNeed(sum, needs) : spreadEqually(sum, needs)
}

/** The days on which a budget may be used (Berlin). */
export type BudgetValidity = { valid_from: string | null; valid_until: string | null }

/** True when the budget may be used on that day. */
export function isValidOn({ valid_from, valid_until }: BudgetValidity, day: string): boolean {
  return (valid_from === null || valid_from <= day) && (valid_until === null || day <= valid_until)
}

/**
 * Profit-savings money goes only to organizations recognized as a public benefit: their non-profit review is accepted,
 * or their proof of exemption is valid on the day.
 */
export function isPublicBenefit(organization: {
  nonprofit_review_status: number | null
  exemption_expired: boolean
}): boolean {
  const { nonprofit_review_status: outcome, exemption_expired } = organization
  return passes(outcome) || !exemption_expired
}
