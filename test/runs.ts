/** How many times as often as usual property tests try their rules; `.ci/run` says 4. */
const factor = Number(process.env.PROPERTY_RUNS ?? 1)

/** How often a property test tries its rule: a few times while somebody waits, many times where nobody does. */
export function runs(few: number): number {
  return Math.ceil(few * factor)
}

/** The same for a rule that takes a third of a second or more to try: at most twice as often, because four times takes CI a minute. */
export function costlyRuns(few: number): number {
  return Math.ceil(few * Math.min(factor, 2))
}

/**
 * How long a test may take before it counts as hanging, in ms. Where rules are tried more often, their tests take longer
 * by themselves; beside another worker twice as long again.
 */
export const patience = 180_000 * Math.min(Math.max(1, factor), 5)
