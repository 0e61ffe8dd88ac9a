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
  times.sort((a, b) => a - b)
  const [median, longest] = [times[Math.floor(times.length / 2)]!, times.at(-1)!]
  return { took: `${median.toFixed(1)} ms, at most ${longest.toFixed(1)}`, answer }
}
