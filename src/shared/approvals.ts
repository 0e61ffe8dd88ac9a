/** Kinds of acts that may need a second person, each with a rule in the settings (four eyes, docs/decisions/0035). */
export const guardedActs = [
  'fund',
  'defund',
  'refund',
  'unmark',
  'cancel',
  'bank_details',
  'import_gifts',
] as const
export type RuledAct = (typeof guardedActs)[number]

/**
 * All acts that may be proposed: these, and weakening one of their rules, which needs a second person while it is on.
 */
export const proposableActs = [...guardedActs, 'lower_guard'] as const
export type GuardedAct = (typeof proposableActs)[number]

/** The label of a row while an act on it waits, beside the row's own state. */
export const waitingLabel = { text: 'approvals.waiting_label', tone: 'warning' } as const

export const approvalStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** A proposal in the answer of a waiting call (202); `id` opens it under Approvals. */
export type Proposal = {
  id: number
  act: GuardedAct
  amount_cents: number
  title: string
  expires_at: string
}

/** True when an act of this sum needs a second person, including the same person's acts of today without one. */
export function needsSecondPerson(
  rule: { enabled: boolean; from_cents: number },
  { amount_cents, today_cents }: { amount_cents: number; today_cents: number },
): boolean {
  return rule.enabled && amount_cents + today_cents >= rule.from_cents
}

/** True when a changed rule requires a second person less often than before. */
export function isLower(
  before: { enabled: boolean; from_cents: number },
  after: { enabled: boolean; from_cents: number },
): boolean {
  return before.enabled && (!after.enabled || after.from_cents > before.from_cents)
}
