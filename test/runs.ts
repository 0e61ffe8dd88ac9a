/** Multiplier for the runs of property tests; `.ci/run` sets 4. */
const factor = Number(process.env.PROPERTY_RUNS ?? 1)

/** Number of runs of a property test: few in a local loop, many in CI. */
export function runs(few: number): number {
  return Math.ceil(few * factor)
}

/** The same for a rule that takes a third of a second or more per run: CI runs it no more often than a local loop. */
export function costlyRuns(few: number): number {
  return Math.ceil(few * Math.max(1, factor / 4))
}

/**
 * Time limit of a test in ms before it counts as hanging. It grows with the number of runs, and again beside another
 * worker.
 */
export const patience = 180_000 * Math.min(Math.max(1, factor), 5)
