/**
 * Advisory locks, each held to the end of the transaction. In which order locks are taken, rows included:
 * docs/decisions/0020.
 */
export const advisoryLocks = {
  /** With the person and key: one call per Idempotency-Key at a time. Tried, never waited for. */
  idempotencyKey: 7261002,
  /** With table and beginning: one new slug of a title at a time. */
  slug: 7261003,
  /** One sealer at a time. Tried, never waited for, and never taken by who writes an event. */
  sealer: 7261004,
}
