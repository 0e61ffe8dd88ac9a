/** SQLSTATEs after which the same transaction may simply be tried again: serialization failure and deadlock. */
const retryable = new Set(['40001', '40P01'])

// A slug that was free a moment ago: the next try finds another.
const isRetryable = (error: unknown) =>
  retryable.has((error as { code?: string }).code ?? '') || violatedConstraint(error)?.endsWith('_slug_key')

/** Runs a transaction again, at most twice, when the database asked for it; every other error passes through. */
export async function retrySerialization<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === 3 || !isRetryable(error)) throw error
    }
  }
}

/** The name of the constraint a write ran into, when it was a unique or check violation of that kind. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code && code.startsWith('23') ? constraint : undefined
}
