/** Number of consecutive failures without a wait; each further one doubles the wait. */
export type Limit = { free: number; longestWaitMs: number }

/**
 * Throttles by key. Failures of a stranger count per account and address. One address gets many, because an office may share
 * it. An account as a whole waits at most a minute: many strangers slow each other down but lock nobody out. A device from
 * which the account has signed in before counts separately.
 */
export const throttle = {
  pair: { free: 5, longestWaitMs: 15 * 60_000 },
  device: { free: 10, longestWaitMs: 15 * 60_000 },
  address: { free: 50, longestWaitMs: 5 * 60_000 },
  account: { free: 100, longestWaitMs: 60_000 },
} as const satisfies Record<string, Limit>

const firstWaitMs = 30_000
export const forgetAfterMs = 60 * 60_000

/** Milliseconds until the next try is allowed. */
export function waitAfter(failures: number, { free, longestWaitMs }: Limit, sinceLastMs: number): number {
  if (failures < free || sinceLastMs > forgetAfterMs) return 0
  const wait = Math.min(firstWaitMs * 2 ** (failures - free), longestWaitMs)
  return Math.max(0, wait - sinceLastMs)
}

/** The network of an address that one household or attacker controls: for IPv6 the first half of the address. */
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
