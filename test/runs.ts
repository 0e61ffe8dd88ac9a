/** How many times as often as usual property tests try; `.ci/run` says 10. */
const factor = Number(process.env.PROPERTY_RUNS ?? 1)

/** How often a property test tries its rule: a few times while somebody waits, many times where nobody does. */
export function runs(few: number): number {
  return Math.ceil(few * factor)
}
