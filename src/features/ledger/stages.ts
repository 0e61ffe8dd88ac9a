/** Stages of a gift in order (product.md §10); each includes the next one. */
export const stageNames = ['allocated', 'settled', 'paid', 'arrived'] as const
export type StageName = (typeof stageNames)[number]

/** Assigns `cents` to needs in their order; the sum covered exceeds neither. */
export function coverNeeds<N extends { amount_cents: number }>(
  needs: readonly N[],
  cents: number,
): (N & { covered_cents: number })[] {
  let left = Math.max(0, cents)
  return needs.map((need) => {
    const covered_cents = Math.min(left, need.amount_cents)
    left -= covered_cents
    return { ...need, covered_cents }
  })
}
