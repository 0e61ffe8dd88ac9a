/** States of a payout in the order of its life; the database keeps them as 1 to 4 (migrations/0064). */
export const payoutStates = ['open', 'exported', 'marked_paid', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

/** True for what may still be paid or cancelled. */
export const isToDo = (state: PayoutState) => state === 'open' || state === 'exported'

/** An IBAN as lists show it: `•• 8830`; nothing where there is none. */
export function shortIban(iban: string): string {
  const last = iban.replace(/\s/g, '').slice(-4)
  return last && `•• ${last}`
}
