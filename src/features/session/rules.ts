/** After this many failures in a row an account has to wait, and an address (many people may share one) later. */
export const throttle = {
  account: { free: 5 },
  address: { free: 30 },
  firstWaitMs: 30_000,
  longestWaitMs: 15 * 60_000,
  forgetAfterMs: 60 * 60_000,
}

/** Milliseconds still to wait before the next try: doubles with every failure past the free ones. */
export function waitAfter(failures: number, free: number, sinceLastMs: number): number {
  if (failures < free || sinceLastMs > throttle.forgetAfterMs) return 0
  const wait = Math.min(throttle.firstWaitMs * 2 ** (failures - free), throttle.longestWaitMs)
  return Math.max(0, wait - sinceLastMs)
}
