/** Maximum size of a statement file, in bytes. */
export const maxStatementBytes = 200 * 1024 * 1024

/** States of a line: to do, postponed, done, or left in suspense. */
export const lineStates = ['open', 'held', 'matched', 'ignored'] as const
export type LineState = (typeof lineStates)[number]

export const causeNames = [
  'before_first',
  'gaps',
  'overlaps',
  'later_lines',
  'payouts_not_debited',
  'gifts_not_credited',
  'transfers_not_seen',
  'claims_not_credited',
  'refunds_not_debited',
  'other',
] as const
export type Cause = (typeof causeNames)[number]
