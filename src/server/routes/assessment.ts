import type { TextKeyUnder } from '#shared/text-keys.ts'

/** The subject of an act; a proposal links to it. */
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

export type Effect = {
  key: TextKeyUnder<'approvals.effects'>
  values: Record<string, string | number | { cents: number }>
}

/** An act as shown to the person who decides on it (docs/decisions/0035). */
export type Assessment = {
  /** The money it moves or may redirect. */
  amount_cents: number
  about: { type: AboutType; slug: string; title: string }
  /** Targets with at most one pending proposal per kind of act: `project:12`. */
  targets: readonly string[]
  effects: readonly Effect[]
  /** The company whose money it is. */
  company_id?: number | null
  /** Limits which acts of one person and day are added up; without it, all acts of the kind. */
  together?: string
  /** The body to store with the proposal when the one sent could change its meaning later (a selection). */
  body?: unknown
}

/** The stated reason for an act. */
export const because = (reason: string): Effect => ({ key: 'approvals.effects.reason', values: { reason } })
