/** Pseudo-random numbers, the same for each seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Random = {
  next: () => number
  pick: <T>(from: readonly T[]) => T
  between: (low: number, high: number) => number
  chance: (share: number) => boolean
}

export function seededRandom(seed: number): Random {
  const next = numbers(seed)
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    chance: (share) => next() < share,
  }
}
