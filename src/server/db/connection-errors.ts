const SYSTEM_CODES = new Set([
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

/** Messages of `pg` without a code for a broken, unavailable or silent connection. */
const PG_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Postgres connection has been discarded',
  'Cannot use a pool after calling end', // we are shutting down
]

/**
 * SQLSTATEs of a valid statement that was given up: statement timeout, lock not available, or conflicts after several
 * retries (transaction.ts).
 */
const ABORTED_STATES = new Set(['57014', '55P03', '40001', '40P01'])

/** True when the database is reachable but had no time for a transaction, which had no effect: retry later. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && ABORTED_STATES.has((error as NodeJS.ErrnoException).code ?? '')
}

/**
 * True when an error means that the database is unreachable or overloaded rather than that the statement is wrong:
 * worth a 503 and a retry. Whether the statement took effect is then unknown.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  if (isDatabaseAway(error.cause)) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined) {
    // 08 connection exception, 57P0x shutdown or startup, 53300 too many connections, 25P03 idle too long
    if (/^08|^57P0|^53300$|^25P03$/.test(code)) return true
    // ENOENT: the built-in database's socket during a restart
    if (SYSTEM_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect')) return true
  }
  return PG_MESSAGES.some((words) => error.message.startsWith(words))
}

const lostCommits = new WeakSet<Error>()

/** Marks an error that arrived during or after a commit. */
export function noteLostCommit(error: Error): void {
  lostCommits.add(error)
}

/** True when the connection was lost during a commit: its outcome is unknown. */
export function isCommitLost(error: unknown): boolean {
  return error instanceof Error && lostCommits.has(error)
}
