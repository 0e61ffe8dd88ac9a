import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Time limits in milliseconds for a whole operation and for one statement, after which the database counts as too slow.
 */
export type Limit = { all: number; statement: number }

/** A call is answered within ten seconds, with a 503 if necessary … */
export const callLimit: Limit = { all: 8000, statement: 8000 }
/**  but files take as long as their size requires. */
export const fileLimit: Limit = { all: 600_000, statement: 30_000 }
/** Imports and their undoing have no time limit; a statement that is silent for ten minutes counts as lost. */
export const longLimit: Limit = { all: 2_147_483_647, statement: 600_000 }

const running = new AsyncLocalStorage<{ until: number; statement: number }>()

/**
 * Runs work whose statements are aborted when the limit expires, wherever they wait: for a connection, for a lock, or
 * for a database that does not answer. Work outside any limit uses the pool's own.
 */
export function withinLimit<T>({ all, statement }: Limit, work: () => Promise<T>): Promise<T> {
  return running.run({ until: performance.now() + all, statement }, work)
}

/** Milliseconds left for the next statement, at least one; undefined outside any limit. */
export function timeLeft(): number | undefined {
  const limit = running.getStore()
  return limit && Math.max(1, Math.min(limit.statement, limit.until - performance.now()))
}
