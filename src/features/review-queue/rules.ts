export const snippetPurposes = ['decision', 'question'] as const
export const longestReason = 2000
/** Maximum number of queue rows per request. */
export const longestWindow = 50
export const longestQueue = 10_000

export const doubleReasons = ['organization', 'title', 'bank_account', 'text', 'sum'] as const
export type DoubleReason = (typeof doubleReasons)[number]

export type Likeness = {
  sameOrganization: boolean
  sameTitle: boolean
  sameAccount: boolean
  /** Similarity of the texts, 0 to 1. */
  text: number
  cents: readonly [number, number]
}

const alikeFrom = 0.6
const sumWithin = 0.05

/**
 * Reasons to suspect that two projects are the same; empty if there are none. Projects of one organization share its account
 * and often some words. They need the same title, or similar text and sum together.
 */
export function likeness({
  sameOrganization,
  sameTitle,
  sameAccount,
  text,
  cents,
}: Likeness): DoubleReason[] {
  const [one, other] = cents
  const sum = one > 0 && Math.abs(one - other) <= one * sumWithin
  const alike = text >= alikeFrom
  const found = (sameOrganization && sameTitle) || (!sameOrganization && sameAccount) || (alike && sum)
  if (!found) return []
  const reasons: [DoubleReason, boolean][] = [
    ['organization', sameOrganization],
    ['title', sameTitle],
    ['bank_account', sameAccount && !sameOrganization],
    ['text', alike],
    ['sum', sum],
  ]
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason)
}
