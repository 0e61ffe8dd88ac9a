import { timeLeft } from '#server/db/limits.ts'
import { HttpError } from '#server/base/errors.ts'

const turns = new Map<number, Promise<unknown>>()

/** Time that a call keeps for its transaction once its document is drawn. */
const leastMs = 500

/**
 * Serializes the documents of one issuer within this process, without a connection while waiting: each is drawn for the
 * next number. A call that would time out before its turn gets 503 `receipts_busy`.
 */
export async function oneAtATime<T>(issuer: number, work: () => Promise<T>): Promise<T> {
  const before = turns.get(issuer) ?? Promise.resolve()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const mine = before.then(() => over)
  turns.set(issuer, mine)
  // Only once those before it are over too: a call that gave up leaves the one before it at work.
  void mine.then(() => turns.get(issuer) === mine && turns.delete(issuer))
  try {
    await inTime(before)
    return await work()
  } finally {
    end()
  }
}

/** Refuses a call that has no time left for its transaction: cut in the middle of it, it would lose its connection. */
export function checkTime(): void {
  if ((timeLeft() ?? Infinity) < leastMs) throw busy()
}

async function inTime(turn: Promise<unknown>): Promise<void> {
  const left = timeLeft()
  if (left === undefined) return void (await turn)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), Math.max(0, left - leastMs))
  })
  await Promise.race([turn, late]).finally(() => clearTimeout(timer))
}

const busy = () => new HttpError(503, 'receipts_busy', { retryAfter: 2 })
