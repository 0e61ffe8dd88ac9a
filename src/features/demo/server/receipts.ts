import { addDays, addMonths, type Day } from '#shared/dates.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import {
  type DocumentContext,
  type DocumentRequest,
  drawDocument,
  storeDrawn,
} from '#features/receipts/server/make-document.ts'
import { planFor } from '#features/receipts/server/plan.ts'
import { findRun, makeRow, nextRow, startRun } from '#features/receipts/server/runs.ts'
import { builtInSlug } from '#features/receipts/server/built-in-templates.ts'
import { withdrawReceipt } from '#features/receipts/server/withdraw.ts'
import type { Colleague } from './colleagues.ts'
import type { MadeGift } from './donations.ts'

const single = builtInSlug('donation_receipt')
const collective = builtInSlug('collective_receipt')

/**
 * Receipts of private donations. Yesterday's run issued some and refused others; one was withdrawn and reissued, one reprinted,
 * and one covers all gifts of a donor. One issuer's proof has expired, and other issuers lack details.
 */
export async function seedReceipts(
  tx: Db,
  { contents, today, by }: { contents: Contents; today: Day; by: Colleague },
  gifts: readonly MadeGift[],
): Promise<void> {
  const day = addDays(today, -1)
  const context = by(day)
  const known = await tx
    .selectFrom('fundings')
    .innerJoin('projects', 'projects.id', 'fundings.project_id')
    .select(['fundings.id', 'fundings.slug', 'fundings.donor_id', 'projects.organization_id'])
    .where(
      'fundings.slug',
      'in',
      gifts.map(({ slug }) => slug),
    )
    .where('fundings.received_on', '<=', day)
    .orderBy('fundings.id')
    .execute()
  const organizationOf = (at: number) => known.find(({ slug }) => slug === gifts[at]!.slug)!.organization_id
  await completeIssuers(tx, [0, 2, 8, 11].map(organizationOf), addDays(today, -400))
  // The proof is five years and three weeks old, so it expired before the day of issue.
  await completeIssuers(tx, [organizationOf(5)], addDays(addMonths(today, -60), -21), true)

  // A donor with two gifts to one issuer gets one receipt for both.
  const twice = [...Map.groupBy(known, ({ donor_id, organization_id }) => `${donor_id} ${organization_id}`)]
    .map(([, group]) => group)
    .find((group) => group.length > 1 && group[0]!.organization_id === organizationOf(8))!
  const ids = known.filter((gift) => !twice.includes(gift)).map(({ id }) => id)
  const kind = 'donation_receipt' as const
  const run = await startRun(
    tx,
    { ...context, locale: 'sie_DE', user: { id: context.actor.id! }, scope: everyCompany },
    { template: single, kind, issueDay: day, rows: await planFor(tx, kind, ids, day) },
  )
  const { now } = context
  await tx
    .updateTable('generation_runs')
    .set({ state: 'running', started_at: now, beat_at: now })
    .where('id', '=', run)
    .execute()
  const stored = await findRun(tx, run)
  for (let row = await nextRow(tx, run); row; row = await nextRow(tx, run))
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a worker does
    await makeRow(tx, { contents, now, today: day }, stored, row)
  await tx
    .updateTable('generation_runs')
    .set({ state: 'done', finished_at: new Date(now.getTime() + 2000) })
    .where('id', '=', run)
    .execute()

  const making = { contents, context, today: day, issueDay: day }
  await makeOne(tx, making, {
    kind: 'collective_receipt',
    template: collective,
    ids: twice.map(({ id }) => id),
  })
  const issued = await tx
    .selectFrom('receipt_gifts')
    .innerJoin('documents', 'documents.id', 'receipt_gifts.receipt_id')
    .select(['documents.id', 'documents.slug', 'documents.number', 'documents.filename', 'funding_id'])
    .where('funding_id', 'in', ids)
    .orderBy('documents.id')
    .execute()
  const [wrong, lost] = issued
  await withdrawReceipt(tx, { ...by(today), scope: everyCompany, today }, wrong!.slug, {
    reason: 'Die Anschrift war die alte',
    confirm_number: wrong!.number!,
  })
  await makeOne(
    tx,
    { ...making, context: by(today), today, issueDay: today },
    { kind, template: single, ids: [wrong!.funding_id] },
  )
  await audit(tx, by(today), {
    action: 'download',
    ...auditOf('document', { id: lost!.id, title: lost!.filename.replace(/\.pdf$/, '_ZWEITSCHRIFT.pdf') }),
  })
}

async function makeOne(tx: Db, making: DocumentContext, wanted: DocumentRequest): Promise<void> {
  const drawn = await drawDocument(tx, making, wanted)
  if ('refused' in drawn) throw new Error(`refused: ${JSON.stringify(drawn.refused)}`)
  await storeDrawn(tx, making, wanted, drawn)
}

async function completeIssuers(
  tx: Db,
  ids: readonly number[],
  noticeOf: Day,
  isEnded = false,
): Promise<void> {
  const rows = await tx
    .selectFrom('organizations')
    .select(['id', 'city', 'exemption_kind', 'exemption_date'])
    .where('id', 'in', ids)
    .execute()
  for (const { id, city, exemption_kind, exemption_date } of rows) {
    const counts = exemption_kind === 'notice' && exemption_date !== null && exemption_date >= noticeOf
    const day = counts && !isEnded ? exemption_date : noticeOf
    const year = Number(day.slice(0, 4))
    // oxlint-disable-next-line no-await-in-loop -- only two
    await tx
      .updateTable('organizations')
      .set({
        exemption_kind: 'notice',
        exemption_date: day,
        exemption_purposes: 'Kunst und Kultur sowie der Jugendhilfe',
        exemption_period: `${year - 3} bis ${year - 1}`,
        tax_office: `Finanzamt ${city}`,
        tax_number: `42${100 + (id % 100)}/04${id + 100}`,
      })
      .where('id', '=', id)
      .execute()
  }
}
