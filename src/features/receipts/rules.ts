import { addDays, type Day } from '#shared/dates.ts'
import { fundingType } from '#shared/funding-type.ts'

/** Days on which an organization's proof counts, both ends included; without an end it never ends. */
export type Proof = { from: Day; until: Day | null }

/** A proof by its kind: a notice of exemption, or a finding after § 60a AO. */
export type KnownProof = Proof & { kind: 'notice' | 'art60a' }

/** The day of the first notice of exemption; from then on a finding after § 60a counts no more (§ 63 (5) no. 2 AO). */
export const firstNotice = (proofs: readonly KnownProof[]): Day | null =>
  proofs
    .flatMap(({ kind, from }) => (kind === 'notice' ? [from] : []))
    .sort()
    .at(0) ?? null

/** When each proof counts: findings after § 60a until the day before the first notice. */
export function countedProofs(proofs: readonly KnownProof[]): Proof[] {
  const first = firstNotice(proofs)
  return proofs.flatMap(({ kind, from, until }) => {
    if (kind === 'notice' || first === null) return [{ from, until }]
    if (first <= from) return []
    const before = addDays(first, -1)
    return [{ from, until: until !== null && until < before ? until : before }]
  })
}

/** Reasons for refusing a receipt, in the order in which one is named: those that cannot be fixed come first. */
export const refusalCodes = [
  'funding_type',
  'gift_refunded',
  'not_arrived',
  'after_issue',
  'already_receipted',
  'proof_ended',
  'art60a_replaced',
  'no_proof_on_issue',
  'no_proof_on_gift_day',
  'issuer_incomplete',
  'address_missing',
  'letters_missing',
  'does_not_fit',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** One reason, with the day, the number or the letters it is about. */
export type Refusal = { code: RefusalCode; date?: Day; number?: string; letters?: string }

/** Facts about a gift; cents. */
export type CertifiableGift = {
  funding_type: number
  state: string
  amount_cents: number
  returned_cents: number
  received_on: Day
  donor: { name: string; street: string; postal_code: string; city: string }
  /** The number of the valid receipt that certifies it. */
  receipt: string | null
}

export type Issuer = {
  proofs: readonly Proof[]
  /** Public bodies need no notice, and name none. */
  is_public_body: boolean
  street: string
  postcode: string
  city: string
  tax_office: string
  tax_number: string
  purposes: string
  /** Day of the notice that replaced a finding under § 60a which the record still names. */
  replaced_on?: Day | null
  /** The period of the notice; a finding after § 60a names none. */
  period: string | null
}

/** Funding types that are no donations: sponsoring, and proceeds of a savings lottery. */
const noDonation: readonly number[] = [fundingType.sponsoring, fundingType.profitSavings]
const arrived: readonly string[] = ['confirmed', 'settled', 'paid_out']
const taken: readonly string[] = ['reversed', 'recovery_open', 'recovered']

/** The part of a gift that can be certified, in cents: the amount received and not returned. */
export const certifiable = ({
  state,
  amount_cents,
  returned_cents,
}: Pick<CertifiableGift, 'state' | 'amount_cents' | 'returned_cents'>): number =>
  arrived.includes(state) ? amount_cents - returned_cents : 0

/** True when one of the proofs counts on that day. */
export const isProven = (proofs: readonly Proof[], day: Day): boolean =>
  proofs.some(({ from, until }) => from <= day && (until === null || day <= until))

/** The last day of the latest proof that was over by then. */
function lastEnd(proofs: readonly Proof[], day: Day): Day | undefined {
  return proofs
    .flatMap(({ until }) => (until !== null && until < day ? [until] : []))
    .sort()
    .at(-1)
}

/** Everything that keeps a gift from being certified on a day; empty when it can be (product.md §5, §7). */
export function refusalsOf(gift: CertifiableGift, issuer: Issuer, issueDay: Day): Refusal[] {
  const { proofs, is_public_body } = issuer
  const { name, street, postal_code, city } = gift.donor
  const found: Refusal[] = []
  const add = (holds: boolean, refusal: Refusal) => holds && found.push(refusal)
  add(noDonation.includes(gift.funding_type), { code: 'funding_type' })
  add(taken.includes(gift.state), { code: 'gift_refunded' })
  add(!arrived.includes(gift.state) && !taken.includes(gift.state), { code: 'not_arrived' })
  add(gift.received_on > issueDay, { code: 'after_issue', date: gift.received_on })
  if (gift.receipt !== null) found.push({ code: 'already_receipted', number: gift.receipt })
  if (!is_public_body && !isProven(proofs, issueDay)) {
    const ended = lastEnd(proofs, issueDay)
    found.push(ended ? { code: 'proof_ended', date: ended } : { code: 'no_proof_on_issue', date: issueDay })
  }
  // The page would name the finding although the notice is the proof.
  if (issuer.replaced_on && issuer.replaced_on <= issueDay)
    found.push({ code: 'art60a_replaced', date: issuer.replaced_on })
  add(!is_public_body && !isProven(proofs, gift.received_on), {
    code: 'no_proof_on_gift_day',
    date: gift.received_on,
  })
  const told = is_public_body
    ? [issuer.street, issuer.postcode, issuer.city, issuer.purposes]
    : [
        issuer.street,
        issuer.postcode,
        issuer.city,
        issuer.tax_office,
        issuer.tax_number,
        issuer.purposes,
        issuer.period ?? 'none is named',
      ]
  add(
    told.some((text) => text.trim() === ''),
    { code: 'issuer_incomplete' },
  )
  add(
    [name, street, postal_code, city].some((text) => text.trim() === ''),
    { code: 'address_missing' },
  )
  return found.sort((a, b) => refusalCodes.indexOf(a.code) - refusalCodes.indexOf(b.code))
}

/** Up to this much a gift is proven by the bank's booking and a slip (§ 50 (4) no. 2 EStDV); cents, per gift. */
export const mostOnSlip = 30_000

/** True when a slip proves a gift: it may be certified, its donor's address is not needed, and it is small enough. */
export const isSmallGift = (gift: CertifiableGift, issuer: Issuer, day: Day): boolean =>
  certifiable(gift) <= mostOnSlip &&
  refusalsOf(gift, issuer, day).every(({ code }) => code === 'address_missing')

/** The number people see: `2026-0042`. */
export const receiptNumber = (year: number, place: number) => `${year}-${String(place).padStart(4, '0')}`

/** Unused numbers between the first and the last. */
export function gapsIn(places: readonly number[]): number[] {
  const known = new Set(places)
  const last = Math.max(0, ...places)
  return Array.from({ length: last }, (_, at) => at + 1).filter((place) => !known.has(place))
}

/** A gift as collective receipts group it. */
export type GroupedGift = { id: number; organization_id: number; donor_id: number | null; received_on: Day }

/** Groups gifts for collective receipts: one issuer, one donor and one calendar year each; a gift is in one group only. */
export function groupsOf<Gift extends GroupedGift>(gifts: readonly Gift[]): Gift[][] {
  const groups = new Map<string, Map<number, Gift>>()
  for (const gift of gifts) {
    const donor = gift.donor_id ?? `gift ${gift.id}`
    const key = `${gift.organization_id}|${donor}|${gift.received_on.slice(0, 4)}`
    const group = groups.get(key) ?? new Map<number, Gift>()
    groups.set(key, group.set(gift.id, gift))
  }
  return [...groups.values()].map((group) =>
    [...group.values()].sort((a, b) => a.received_on.localeCompare(b.received_on) || a.id - b.id),
  )
}

/** The period a collective receipt covers: the year of its gifts, up to the day it is issued. */
export function periodOf(gifts: readonly { received_on: Day }[], issueDay: Day): { from: Day; until: Day } {
  const year = gifts[0]!.received_on.slice(0, 4)
  const end = `${year}-12-31`
  return { from: `${year}-01-01`, until: end < issueDay ? end : issueDay }
}
