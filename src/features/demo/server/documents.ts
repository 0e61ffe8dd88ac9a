import { addMonths, type Day, showDay } from '#shared/dates.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { storeDocument } from '#features/documents/server/store-document.ts'
import { noticePdf, type NoticeText } from './notice-pdf.ts'

const shown = 6

/** Notices of some organizations, the older ones superseded, and an unread one whose tax number differs from the record. */
export async function seedDocuments(
  tx: Db,
  contents: Contents,
  { now, today }: { now: Date; today: Day },
): Promise<void> {
  const organizations = await tx
    .selectFrom('organizations')
    .select(['id', 'title', 'street', 'postcode', 'city', 'exemption_date'])
    .where('exemption_kind', '=', 'notice')
    .where('status', '=', recordStatus.complete)
    .orderBy('id')
    .limit(shown)
    .execute()
  const when = { actor: { id: null, name: 'Demo' }, now, today }
  for (const [at, one] of organizations.entries()) {
    const number = `42${String(100 + at)}/0123${at}`
    const text = (day: Day, printed = number): NoticeText => ({
      office: `Finanzamt ${one.city}`,
      street: 'Schlossplatz 4',
      town: `${one.postcode} ${one.city}`,
      day: showDay(day),
      number: printed,
      phone: '07400 555-0',
      organization: one.title,
      address: [one.street, `${one.postcode} ${one.city}`],
      years: `${Number(day.slice(0, 4)) - 3} bis ${Number(day.slice(0, 4)) - 1}`,
      purpose: 'Förderung von Kunst und Kultur (§ 52 Abs. 2 Satz 1 Nr. 5 AO)',
    })
    const keep = async (day: Day, issued_on: Day | null, printed?: string) => {
      const bytes = Buffer.from(await noticePdf(text(day, printed)))
      await storeDocument(tx, when, {
        type: 'exemption_notice',
        kind: '',
        target: { type: 'organization', id: one.id },
        filename: `Freistellungsbescheid_${day.slice(0, 4)}.pdf`,
        source: 'upload',
        sha256: await contents.put(bytes),
        size_bytes: bytes.length,
        pages: 2,
        issued_on,
        expires_on: null,
        company_ids: [],
      })
    }
    const issued = one.exemption_date!
    // oxlint-disable no-await-in-loop -- one after another: each supersedes the one before
    await tx
      .updateTable('organizations')
      .set({ tax_number: number, tax_office: `Finanzamt ${one.city}` })
      .where('id', '=', one.id)
      .execute()
    if (at % 2 === 0) await keep(addMonths(issued, -36), addMonths(issued, -36))
    await keep(issued, issued)
    if (at === 0)
      await keep(
        addMonths(today, -1),
        null,
        number.replace(/\d{2}$/, (end) => end.slice(1) + end.slice(0, 1)),
      )
    // oxlint-enable no-await-in-loop
  }
}
