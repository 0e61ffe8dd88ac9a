import { passes } from '#shared/statuses.ts'

/** How one sum is spread over several projects (design: by need, equally, the rest, by hand); cents, all of it pure. */

/** The ways to spread, in the order of the screen. */
export const spreads = ['need', 'equal', 'rest', 'hand'] as const
export type Spread = (typeof spreads)[number]

/** Days until a claim is asked after. */
export const claimTaskDays = 14

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)

/** The places of the needs, the largest first, equal ones in their order. */
const byNeed = (needs: readonly number[]) =>
  needs.map((_, at) => at).sort((a, b) => needs[b]! - needs[a]! || a - b)

/**
 * Each project's share of what is missing in all. Cents left by rounding go to the largest need, one each. A sum beyond
 * all needs is not spread beyond them.
 */
export function spreadByNeed(sum: number, needs: readonly number[]): number[] {
  const missing = sumOf(needs)
  if (missing <= sum) return [...needs]
  // Beyond the safe integers, for a moment.
  const parts = needs.map((need) => Number((BigInt(sum) * BigInt(need)) / BigInt(missing)))
  const left = sum - sumOf(parts)
  for (const at of byNeed(needs).slice(0, left)) parts[at]! += 1
  return parts
}

/** The same for each, at most what it needs; what one does not need goes round again. Cents left likewise. */
export function spreadEqually(sum: number, needs: readonly number[]): number[] {
  const parts = needs.map(() => 0)
  let left = sum
  // From the smallest need on, so that what it leaves is shared by all that come after it.
  byNeed(needs)
    .reverse()
    .forEach((at, done) => {
      parts[at] = Math.min(needs[at]!, Math.floor(left / (needs.length - done)))
      left -= parts[at]!
    })
  return parts
}

/** The parts of a sum by one of the ways; by hand they are what was typed, and the sum follows. */
export function spreadSum(spread: Exclude<Spread, 'hand'>, sum: number, needs: readonly number[]): number[] {
  if (spread === 'rest') return [...needs]
  return spread === 'need' ? spreadByNeed(sum, needs) : spreadEqually(sum, needs)
}

/** What a budget can pay for and what decides whether it may be used; days Berlin. */
export type BudgetValidity = { valid_from: string | null; valid_until: string | null }

/** The budget may be used on that day. */
export function isValidOn({ valid_from, valid_until }: BudgetValidity, day: string): boolean {
  return (valid_from === null || valid_from <= day) && (valid_until === null || day <= valid_until)
}

/**
 * Profit-savings money is given to those only that are recognized as of public benefit: their non-profit review is
 * accepted, or their proof of exemption is valid on the day.
 */
export function isPublicBenefit(organization: {
  nonprofit_review_status: number | null
  exemption_expired: boolean
}): boolean {
  const { nonprofit_review_status: outcome, exemption_expired } = organization
  return passes(outcome) || !exemption_expired
}
