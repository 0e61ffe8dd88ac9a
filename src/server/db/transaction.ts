import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './db.ts'
import { wakeAfterCommit } from './after-commit.ts'

/** SQLSTATEs after which the same transaction may simply be tried again: serialization failure and deadlock. */
const retryable = new Set(['40001', '40P01'])

// A slug that was free a moment ago: the next try finds another.
const isRetryable = (error: unknown) =>
  retryable.has((error as { code?: string }).code ?? '') || violatedConstraint(error)?.endsWith('_slug_key')

const tries = 4

/**
 * Does work in a transaction of its own, and again from the beginning when the database asks for it: `work` may be run
 * up to four times, of which one counts. What fails then is answered 503. Outside tests the one way into a transaction.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return retrySerialization(() =>
    wakeAfterCommit((begun) =>
      db.transaction().execute((tx) => {
        begun(tx)
        return work(tx)
      }),
    ),
  )
}

/** Runs a transaction again, at most three times, when the database asked for it; every other error passes through. */
export async function retrySerialization<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === tries || !isRetryable(error)) throw error
    }
    // Two that stood in each other's way should not meet again.
    await sleep(Math.random() * 20 * attempt)
  }
}

/** The name of the constraint a write ran into, when it was a unique or check violation of that kind. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code && code.startsWith('23') ? constraint : undefined
}
