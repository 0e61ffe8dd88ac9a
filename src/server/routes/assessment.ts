import type { TextKeyUnder } from '#shared/text-keys.ts'

/** What an act is about: where a proposal links to. */
export type AboutType =
  | 'project'
  | 'payout'
  | 'private_donation'
  | 'recovery_claim'
  | 'organization'
  | 'individual_bank_account'
  | 'bank_account'
  | 'import'
  | 'approval_rules'

/** One sentence of what an act would do, to be said in the reader's language; amounts in their form. */
export type Effect = {
  key: TextKeyUnder<'approvals.effects'>
  values: Record<string, string | number | { cents: number }>
}

/** An act as whoever decides about it has to see it (docs/decisions/0035). */
export type Assessment = {
  /** The money it moves, or may send elsewhere. */
  amount_cents: number
  about: { type: AboutType; slug: string; title: string }
  /** What must not wait twice for the same kind of act: `project:12`. */
  targets: readonly string[]
  effects: readonly Effect[]
  /** Whose company's money it is. */
  company_id?: number | null
  /** Of what one person does on one day only this counts together; all acts of the kind when it says nothing. */
  together?: string
  /** The body to wait with, where the one that was sent could mean something else later (a selection). */
  body?: unknown
}

/** The reason that was given for an act. */
export const because = (reason: string): Effect => ({ key: 'approvals.effects.reason', values: { reason } })
