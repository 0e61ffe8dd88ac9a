import { addMonths, type Day } from '#shared/dates.ts'

/** Kinds of proof (product.md §6): notice of exemption, § 60a finding, public body, none. */
export const exemptionKinds = ['notice', 'art60a', 'public_body', 'none'] as const
export type ExemptionKind = (typeof exemptionKinds)[number]

/** Validity in months from the proof's date, from dated settings (§ 63 (5) AO). */
export type ExemptionPeriods = { notice: number; art60a: number }

/** A stored proof; `exemption_ends_on` is set if it ends earlier than by law. */
export type Exemption = {
  exemption_kind: ExemptionKind
  exemption_date: Day | null
  exemption_ends_on: Day | null
}

/** The last day on which a proof is valid; null if it never ends or there is none. */
export function exemptionValidUntil(proof: Exemption, periods: ExemptionPeriods): Day | null {
  if (proof.exemption_kind !== 'notice' && proof.exemption_kind !== 'art60a') return null
  if (proof.exemption_date === null) return null
  const lawful = addMonths(proof.exemption_date, periods[proof.exemption_kind])
  return proof.exemption_ends_on !== null && proof.exemption_ends_on < lawful
    ? proof.exemption_ends_on
    : lawful
}

/** True if the organization may not confirm gifts on that day: its proof is missing, expired or not yet issued. */
export function isExemptionExpired(proof: Exemption, today: Day, periods: ExemptionPeriods): boolean {
  if (proof.exemption_kind === 'public_body') return false
  const last = exemptionValidUntil(proof, periods)
  return last === null || last < today || isFutureProof(proof, today)
}

/** True for a proof dated after that day; it is valid only from its date. */
export function isFutureProof({ exemption_date }: Pick<Exemption, 'exemption_date'>, today: Day): boolean {
  return exemption_date !== null && exemption_date > today
}

export function isWebsite(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}
