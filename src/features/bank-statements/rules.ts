/** The largest file of statements, in bytes. */
export const maxStatementBytes = 200 * 1024 * 1024

/** What a line may be: still to do, put off, done, or left in suspense. */
export const lineStates = ['open', 'held', 'matched', 'ignored'] as const
export type LineState = (typeof lineStates)[number]

/** What may stand between the balance of the bank and that of the ledger. */
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
