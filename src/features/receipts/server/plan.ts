import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { certifiable, groupsOf, type Refusal, refusalsOf } from '../rules.ts'
import type { TemplateKind } from '#features/document-templates/tokens.ts'
import { type Gift, giftsById, issuersById, type KnownIssuer } from './gifts-and-issuers.ts'

/** One document to make, or why it is not made; cents. */
export type PlannedRow = {
  funding_ids: number[]
  organization_id: number
  donor_id: number | null
  amount_cents: number
  gift_day: Day
  reasons: Refusal[]
}

const sumOf = (gifts: readonly Gift[]) =>
  gifts.reduce((sum, gift) => sum + (certifiable(gift) || gift.amount_cents), 0)

const rowOf = (gifts: readonly Gift[], reasons: Refusal[]): PlannedRow => ({
  funding_ids: gifts.map(({ id }) => id),
  organization_id: gifts[0]!.organization_id,
  donor_id: gifts[0]!.donor_id,
  amount_cents: sumOf(gifts),
  gift_day: gifts[0]!.received_on,
  reasons,
})

/** Reasons that prevent a document of a kind for one gift. */
export function reasonsFor(kind: TemplateKind, gift: Gift, issuer: KnownIssuer, issueDay: Day): Refusal[] {
  const all = refusalsOf(gift, issuer, issueDay)
  if (kind === 'donation_receipt' || kind === 'collective_receipt') return all
  const ofLetters = kind === 'thank_you' ? ['address_missing'] : []
  return all.filter(({ code }) => ['gift_refunded', 'not_arrived', ...ofLetters].includes(code))
}

/** The documents that gifts make: one each, of a collective receipt one per issuer, donor and year, else one per project. */
export async function planFor(
  db: Db,
  kind: TemplateKind,
  ids: readonly number[],
  issueDay: Day,
): Promise<PlannedRow[]> {
  const gifts = await giftsById(db, ids)
  const issuers = await issuersById(db, [...new Set(gifts.map((gift) => gift.organization_id))])
  const asked = gifts.map((gift) => ({
    gift,
    reasons: reasonsFor(kind, gift, issuers.get(gift.organization_id)!, issueDay),
  }))
  const refused = asked.flatMap(({ gift, reasons }) => (reasons.length > 0 ? [rowOf([gift], reasons)] : []))
  const free = asked.flatMap(({ gift, reasons }) => (reasons.length === 0 ? [gift] : []))
  if (kind === 'donation_receipt' || kind === 'thank_you')
    return asked.map(({ gift, reasons }) => rowOf([gift], reasons))
  if (kind === 'collective_receipt') return [...groupsOf(free).map((group) => rowOf(group, [])), ...refused]
  const byProject = Map.groupBy(free, (gift) => gift.project_id)
  return [...byProject.values()].map((group) => rowOf(group, []))
}
