/** States of a payout in life-cycle order. */
export const payoutStates = ['open', 'exported', 'marked_paid', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

/** The numbers that the database sorts and counts them by (`state_key`). */
export const payoutStateKey = {
  open: 1,
  exported: 2,
  marked_paid: 3,
  cancelled: 4,
} as const satisfies Record<PayoutState, number>

/** True while a payout may still be paid or cancelled. */
export const isToDo = (state: PayoutState) => state === 'open' || state === 'exported'

/** Formats of a payment file: credit transfers in two versions, or a workbook to type from. */
export const sepaFormats = ['pain.001.001.09', 'pain.001.001.03', 'xlsx'] as const
export type SepaFormat = (typeof sepaFormats)[number]

/** Reasons to leave a payout out of a file. */
export const leftOutCodes = [
  'not_open',
  'already_exported',
  'project_banned',
  'organization_archived',
  'no_iban',
  'invalid_iban',
  'outside_sepa',
  'unreadable_name',
  'amount_too_large',
  'details_waiting',
] as const
export type LeftOutCode = (typeof leftOutCodes)[number]

/** Reasons why a payout keeps its state although the bank did not pay. */
export const refusedButKept = ['marked_paid', 'cancelled', 'in_another_file'] as const
export type RefusedButKept = (typeof refusedButKept)[number]

/** Maximum size of a bank answer; one with 1,000 payments takes less than 1 MB. */
export const maxAnswerBytes = 10 * 1024 * 1024
