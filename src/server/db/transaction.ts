import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './db.ts'
import { wakeAfterCommit } from './after-commit.ts'

/** SQLSTATEs that allow an immediate retry of the transaction: serialization failure and deadlock. */
const retryable = new Set(['40001', '40P01'])

// Another transaction took the slug: the retry finds another.
const isRetryable = (error: unknown) =>
  retryable.has((error as { code?: string }).code ?? '') || violatedConstraint(error)?.endsWith('_slug_key')

const tries = 4

/**
 * Runs work in its own transaction and repeats it when the database asks for it: `work` may run up to four times, one
 * of which takes effect. The final failure is answered 503. Outside tests, this is the only way to open a transaction.
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

/** Repeats a transaction at most three times when the database asks for it; every other error passes through. */
export async function retrySerialization<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === tries || !isRetryable(error)) throw error
    }
    // Random delay, so that two conflicting transactions do not collide again.
    await sleep(Math.random() * 20 * attempt)
  }
}

/** The name of the violated constraint after a unique or check violation. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code && code.startsWith('23') ? constraint : undefined
}
