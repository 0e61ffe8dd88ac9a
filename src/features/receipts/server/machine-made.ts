import { sql } from 'kysely'
import { type Day, showDay } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { nameOfJoined } from '#server/auth/session.ts'
import type { MachineReceipts, ReceiptReconciliation } from '../machine-contract.ts'
import { type Announcement, conditionsOf, isMachineMade } from '../machine-rules.ts'
import { announcementLetter } from '#features/document-templates/render/announcement-letter.ts'
import type { Paper } from '#features/document-templates/render/paper.ts'
import { wording } from '#features/document-templates/render/wording.ts'
import { lockOrganization, signatureOf } from '#features/signatures/server/signatures.ts'
import type { UsableTemplate } from '#features/document-templates/server/usable-versions.ts'
import { issuersById } from './gifts-and-issuers.ts'
import { tokensIn } from './pictures.ts'

const announcementOf = (db: Db, organizationId: number) =>
  db
    .selectFrom('receipt_announcements')
    .leftJoin('users', 'users.id', 'receipt_announcements.created_by')
    .selectAll('receipt_announcements')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Valid receipts of an issuer with the received and kept part of their gifts. */
const held = (organizationId: number) => sql`
  select receipts.document_id, receipts.year, receipts.amount_cents, documents.number, documents.slug,
    count(*)::int as gifts,
    sum(case when gift.state in ('confirmed', 'settled', 'paid_out')
      then gift.amount_cents - gift.returned_cents else 0 end)::bigint as gifts_cents
  from receipts
  join documents on documents.id = receipts.document_id
  join receipt_gifts on receipt_gifts.receipt_id = receipts.document_id and receipt_gifts.is_valid
  join fundings gift on gift.id = receipt_gifts.funding_id
  where receipts.organization_id = ${organizationId}
  group by receipts.document_id, documents.id`

/** Number of valid receipts whose sum differs from that of their gifts. */
async function differingOf(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${held(organizationId)}) as held where amount_cents <> gifts_cents`.execute(
    db,
  )
  return rows[0]!.count
}

/**
 * Additions to a receipt without a hand signature: the sentence about the announcement and the hash of the signature's
 * picture. Undefined for one signed by hand, which also holds when a template has no place for both or lacks a legal
 * statement. Gifts in this product are money, and none is a waiver.
 */
export async function machineMadeFor(
  db: Db,
  {
    organization_id,
    issueDay,
    version,
    isOfficial,
  }: { organization_id: number; issueDay: Day; version: UsableTemplate | undefined; isOfficial: boolean },
): Promise<{ announced: string; signature: string } | undefined> {
  const announcement = await announcementOf(db, organization_id)
  if (!announcement || !isOfficial) return undefined
  if (version) {
    const places = tokensIn(version.mapping)
    if (!places.has('announced') || !places.has('signature')) return undefined
  }
  const signature = await signatureOf(db, organization_id)
  const state = {
    announcement,
    signatory: signature?.signatory,
    differing: await differingOf(db, organization_id),
  }
  if (!signature || !isMachineMade(state, issueDay, false)) return undefined
  const { tax_office: office, announced_on } = announcement
  return { announced: wording.announced({ office, day: showDay(announced_on) }), signature: signature.sha256 }
}

export async function machineReceiptsOf(
  db: Db,
  { id }: { id: number },
  today: Day,
): Promise<MachineReceipts> {
  const announcement = await announcementOf(db, id)
  const signature = await signatureOf(db, id)
  const state = { announcement, signatory: signature?.signatory, differing: await differingOf(db, id) }
  const record = (await issuersById(db, [id])).get(id)
  return {
    announcement: announcement
      ? {
          ...announcedFacts(announcement),
          created_by: nameOfJoined(announcement) ?? '',
          created_at: announcement.created_at.toISOString(),
        }
      : null,
    is_machine_made: isMachineMade(state, today, false),
    conditions: conditionsOf(state),
    suggested: { tax_office: record?.tax_office ?? '', signatory: signature?.signatory ?? '' },
  }
}

const announcedFacts = ({
  tax_office,
  announced_on,
  signatory,
  procedure_kept,
}: Announcement): Announcement => ({
  tax_office,
  announced_on,
  signatory,
  procedure_kept,
})

/** Records an organization's announcement to its tax office; throws 404, and 400 for a day in the future. */
export async function announce(
  tx: Db,
  context: AuditContext,
  { slug, today, announced }: { slug: string; today: Day; announced: Announcement },
): Promise<{ id: number }> {
  const organization = await lockOrganization(tx, slug)
  if (announced.announced_on > today) throw invalid({ announced_on: 'documents.machine.in_future' })
  const before = await endAnnouncement(tx, context, organization)
  await tx
    .insertInto('receipt_announcements')
    .values({
      organization_id: organization.id,
      ...announced,
      created_by: context.actor.id,
      created_at: context.now,
    })
    .execute()
  await audit(tx, context, {
    ...auditOf('organization', organization),
    action: 'announce_receipts',
    before: { announcement: before },
    after: { announcement: inWords(announced) },
  })
  return organization
}

/** Ends an organization's announcement; without one nothing happens. Throws 404. */
export async function endAnnouncementOf(tx: Db, context: AuditContext, slug: string): Promise<void> {
  const organization = await lockOrganization(tx, slug)
  const before = await endAnnouncement(tx, context, organization)
  if (before === null) return
  await audit(tx, context, {
    ...auditOf('organization', organization),
    action: 'end_announcement',
    before: { announcement: before },
    after: { announcement: null },
  })
}

async function endAnnouncement(
  tx: Db,
  { now }: AuditContext,
  { id }: { id: number },
): Promise<string | null> {
  const row = await tx
    .updateTable('receipt_announcements')
    .set({ ended_at: now })
    .where('organization_id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? inWords(row) : null
}

const inWords = ({ tax_office, announced_on, signatory, procedure_kept }: Announcement) =>
  [tax_office, showDay(announced_on), signatory, procedure_kept].join(' · ')

export async function letterOf(db: Db, { id }: { id: number }, today: Day): Promise<Paper> {
  const issuer = (await issuersById(db, [id])).get(id)!
  const signatory = (await announcementOf(db, id))?.signatory ?? (await signatureOf(db, id))?.signatory ?? ''
  return announcementLetter({
    issuer,
    tax_office: issuer.tax_office,
    tax_number: issuer.tax_number,
    signatory,
    day: today,
  })
}

/** Valid receipts beside their gifts, year by year, and those that differ. */
export async function reconciliationOf(db: Db, organizationId: number): Promise<ReceiptReconciliation> {
  const years = await sql<ReceiptReconciliation['years'][number]>`
    select year, count(*)::int as receipts, sum(amount_cents)::bigint as receipts_cents, sum(gifts)::int as gifts,
      sum(gifts_cents)::bigint as gifts_cents, sum(amount_cents - gifts_cents)::bigint as difference_cents
    from (${held(organizationId)}) as held group by year order by year desc`.execute(db)
  const differing = await sql<ReceiptReconciliation['differing'][number]>`
    select number, slug as document_slug, amount_cents as certified_cents, gifts_cents
    from (${held(organizationId)}) as held where amount_cents <> gifts_cents
    order by document_id desc limit 100`.execute(db)
  return { years: years.rows, differing: differing.rows }
}
