/** States of a payout in the order of its life; the database keeps them as 1 to 4 (migrations/0009_ledger.sql). */
export const payoutStates = ['open', 'exported', 'marked_paid', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

/** True for what may still be paid or cancelled. */
export const isToDo = (state: PayoutState) => state === 'open' || state === 'exported'

/** What a file for the bank may be: credit transfers in two versions, or a workbook to type from. */
export const sepaFormats = ['pain.001.001.09', 'pain.001.001.03', 'xlsx'] as const
export type SepaFormat = (typeof sepaFormats)[number]

/** Why a payout does not go into a file. */
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

/** Why a payout stays as it is although the bank says that it did not pay. */
export const refusedButKept = ['marked_paid', 'cancelled', 'in_another_file'] as const
export type RefusedButKept = (typeof refusedButKept)[number]

/** A bank's answer has at most so many bytes; one about 1,000 payments has less than one. */
export const maxAnswerBytes = 10 * 1024 * 1024
