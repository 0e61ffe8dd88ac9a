import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds a piece of work may spend in all, and on one statement, before the database counts as too slow for it. */
export type Limit = { all: number; statement: number }

/** A call is answered within ten seconds, if need be with a 503 … */
export const callLimit: Limit = { all: 8000, statement: 8000 }
/** … but files take what their size asks for. */
export const fileLimit: Limit = { all: 600_000, statement: 30_000 }
/** What an import or its undoing does takes as long as it takes; a statement that is silent for ten minutes counts as lost. */
export const longLimit: Limit = { all: 2_147_483_647, statement: 600_000 }

const running = new AsyncLocalStorage<{ until: number; statement: number }>()

/**
 * Does work whose statements are cut off when the limit is over, wherever they are: waiting for a connection, for a lock,
 * or for a database that does not answer at all. What is outside of any limit has the pool's own.
 */
export function withinLimit<T>({ all, statement }: Limit, work: () => Promise<T>): Promise<T> {
  return running.run({ until: performance.now() + all, statement }, work)
}

/** Milliseconds that are left for the next statement, at least one; undefined outside of any limit. */
export function timeLeft(): number | undefined {
  const limit = running.getStore()
  return limit && Math.max(1, Math.min(limit.statement, limit.until - performance.now()))
}
