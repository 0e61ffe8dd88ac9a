/** The result of some work and its warm, sequential time: the median and the maximum of several rounds. */
export async function timed<T>(rounds: number, work: () => Promise<T>): Promise<{ took: string; answer: T }> {
  let answer = await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one caller
    answer = await work()
    times.push(performance.now() - start)
  }
  return { took: summaryOf(times), answer }
}

/** The median and the maximum of times in ms. */
export function summaryOf(times: readonly number[]): string {
  const inOrder = times.toSorted((a, b) => a - b)
  return `${inOrder[inOrder.length >> 1]!.toFixed(1)} ms, at most ${inOrder.at(-1)!.toFixed(1)}`
}
