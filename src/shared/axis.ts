/** The axis of a chart: at most five round steps that cover all values and zero. `unit` is the smallest step. */
export function axisFor(
  values: readonly number[],
  unit: number,
): { ticks: number[]; from: number; to: number } {
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  const step = roundStep((most - least) / 4, unit)
  const from = Math.floor(least / step) * step
  const to = Math.max(from + step, Math.ceil(most / step) * step)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_each, at) => from + at * step)
  return { ticks, from, to }
}

/** 1, 2, 2.5 or 5 times a power of ten; a step must be a whole number of units. */
function roundStep(least: number, unit: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, unit)))
  return [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((step) => step >= least && Number.isInteger(step))!
}

/** Start and end of each part of a stacked bar: positive values are above zero, negative ones below. */
export function stackFor(values: readonly number[]): { from: number; to: number }[] {
  let above = 0
  let below = 0
  return values.map((value) => {
    if (value >= 0) return { from: above, to: (above += value) }
    const to = below
    return { from: (below += value), to }
  })
}
