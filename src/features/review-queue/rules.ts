export const snippetPurposes = ['decision', 'question'] as const
export const longestReason = 2000
/** So many rows are looked at, or offered, at once. */
export const longestWindow = 50
/** So many projects a queue holds. */
export const longestQueue = 10_000

/** What speaks for two projects being one. */
export const doubleReasons = ['organization', 'title', 'bank_account', 'text', 'sum'] as const
export type DoubleReason = (typeof doubleReasons)[number]

export type Likeness = {
  sameOrganization: boolean
  sameTitle: boolean
  sameAccount: boolean
  /** How alike the texts are, 0 to 1. */
  text: number
  cents: readonly [number, number]
}

const alikeFrom = 0.6
const sumWithin = 0.05

/**
 * Why two projects may be one; empty when nothing says so. Projects of one organization share its account and often some
 * words, so that there it takes the title, or text and sum together.
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
