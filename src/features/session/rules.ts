/** Number of free failures in a row; after that each further one has to wait, twice as long as the one before. */
export type Limit = { free: number; longestWaitMs: number }

/**
 * Keys by which failures are counted. A stranger's failures are counted by account and address together. An office
 * behind one address gets many. An account as a whole waits only a minute, so that many strangers slow each other down
 * but lock nobody out. A device from which the account has signed in before is counted separately.
 */
export const throttle = {
  pair: { free: 5, longestWaitMs: 15 * 60_000 },
  device: { free: 10, longestWaitMs: 15 * 60_000 },
  address: { free: 50, longestWaitMs: 5 * 60_000 },
  account: { free: 100, longestWaitMs: 60_000 },
} as const satisfies Record<string, Limit>

const firstWaitMs = 30_000
export const forgetAfterMs = 60 * 60_000

/** Milliseconds still to wait before the next try. */
export function waitAfter(failures: number, { free, longestWaitMs }: Limit, sinceLastMs: number): number {
  if (failures < free || sinceLastMs > forgetAfterMs) return 0
  const wait = Math.min(firstWaitMs * 2 ** (failures - free), longestWaitMs)
  return Math.max(0, wait - sinceLastMs)
}

/** The network an address belongs to, as far as one household or attacker has it to itself: IPv6 by its first half. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.toLowerCase().split('%')[0]!.split('::')
  const start = head.split(':').filter(Boolean)
  const end = ip.includes('::') ? tail.split(':').filter(Boolean) : []
  const all = [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end]
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
