const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What `pg` says without a code when a connection broke, was not to be had, or stayed silent. */
const SAID = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Postgres connection has been discarded',
  'Cannot use a pool after calling end', // we are shutting down
]

/**
 * SQLSTATEs of a statement that was given up although nothing is wrong with it: cut by its time limit, a lock not had, or
 * still in the way of others after some tries (transaction.ts).
 */
const GIVEN_UP = new Set(['57014', '55P03', '40001', '40P01'])

/** True when the database is there but had no time for a transaction, which then had no effect: try again later. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && GIVEN_UP.has((error as NodeJS.ErrnoException).code ?? '')
}

/**
 * True when an error says that the database cannot be reached or is overloaded rather than that the statement is
 * wrong: worth a 503 and another try. Whether the statement took effect is then unknown.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  if (isDatabaseAway(error.cause)) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined) {
    // 08 connection exception, 57P0x shut down or starting, 53300 too many connections, 25P03 idle too long
    if (/^08|^57P0|^53300$|^25P03$/.test(code)) return true
    // ENOENT: the socket of the built-in database while it starts again
    if (SYSTEM.has(code) || (code === 'ENOENT' && syscall === 'connect')) return true
  }
  return SAID.some((words) => error.message.startsWith(words))
}

const lostCommits = new WeakSet<Error>()

/** Remembers of an error that it came instead of the answer to a commit, or after it. */
export function noteLostCommit(error: Error): void {
  lostCommits.add(error)
}

/** True when the database went away while it was to commit: nobody knows whether it did. */
export function isCommitLost(error: unknown): boolean {
  return error instanceof Error && lostCommits.has(error)
}
