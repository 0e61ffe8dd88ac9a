import { addMonths, type Day } from '#shared/dates.ts'

/** Kinds of proof (product.md §6): notice of exemption, § 60a finding, public body, none. */
export const exemptionKinds = ['notice', 'art60a', 'public_body', 'none'] as const
export type ExemptionKind = (typeof exemptionKinds)[number]

/** How many months a proof counts from its date; dated settings, § 63 (5) AO. */
export type ExemptionPeriods = { notice: number; art60a: number }

/** A proof as a record has it; `exemption_ends_on` where it ends sooner than the law has it. */
export type Exemption = {
  exemption_kind: ExemptionKind
  exemption_date: Day | null
  exemption_ends_on: Day | null
}

/** The last day a proof counts; null when it never ends or there is none. */
export function exemptionValidUntil(proof: Exemption, periods: ExemptionPeriods): Day | null {
  if (proof.exemption_kind !== 'notice' && proof.exemption_kind !== 'art60a') return null
  if (proof.exemption_date === null) return null
  const lawful = addMonths(proof.exemption_date, periods[proof.exemption_kind])
  return proof.exemption_ends_on !== null && proof.exemption_ends_on < lawful
    ? proof.exemption_ends_on
    : lawful
}

/** True when the organization may not confirm gifts on that day: its proof is over or not yet issued, or it has none. Day-exact. */
export function isExemptionExpired(proof: Exemption, today: Day, periods: ExemptionPeriods): boolean {
  if (proof.exemption_kind === 'public_body') return false
  const last = exemptionValidUntil(proof, periods)
  return last === null || last < today || isFutureProof(proof, today)
}

/** True for a proof that is dated after that day: it counts from its date, not before. */
export function isFutureProof({ exemption_date }: Pick<Exemption, 'exemption_date'>, today: Day): boolean {
  return exemption_date !== null && exemption_date > today
}

/** The form an IBAN is kept in: capital letters and digits, no blanks; the page shows it in groups of four. */
export function normalIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** True for an IBAN with the right length of its country's form and the right check digits (ISO 13616, mod 97). */
export function isIban(text: string): boolean {
  const iban = normalIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  if (iban.startsWith('DE') && iban.length !== 22) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let remainder = 0
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}

/** True for a BIC of 8 or 11 characters (ISO 9362). */
export function isBic(text: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)
}

/** True for an http(s) address. */
export function isWebsite(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}

/** An IBAN in groups of four, as it is read and printed. */
export function groupIban(iban: string): string {
  return (
    iban
      .replace(/\s/g, '')
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  )
}
