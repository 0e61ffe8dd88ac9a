import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit.ts'
import type { Contents } from '#server/contents.ts'
import type { Db } from '#server/db/db.ts'
import { type Content, titles } from '../../render/draw.ts'
import { certifiable, receiptNumber, type Refusal } from '../../receipt-rules.ts'
import { CannotBeDrawn, renderer } from '../../render/in-process.ts'
import type { DocumentType } from '../../rules.ts'
import type { TemplateKind } from '../../tokens.ts'
import { documentName, keepDocument } from '../keep.ts'
import { noteMade, templateFor, type UsableTemplate } from '../templates/find.ts'
import { DoesNotFit, drawKept, type Kept } from './drawing.ts'
import { giftsById, issuersById } from './facts.ts'
import { reasonsFor } from './plan.ts'
import { picturesFor } from './pictures.ts'
import { builtInKind } from './templates.ts'
import { valuesOf } from './values.ts'

/** Where and for whom documents are made. */
export type Making = {
  contents: Contents
  context: AuditContext
  today: Day
  issueDay: Day
}

/** What came of it: the document, or everything that keeps it from being made. */
export type Made = { document_id: number; number: string | null } | { refused: Refusal[] }

const typeOf: Record<TemplateKind, { type: DocumentType; kind: string }> = {
  thank_you: { type: 'letter', kind: 'thank_you' },
  funding_agreement: { type: 'funding_agreement', kind: '' },
  profit_savings: { type: 'other', kind: 'profit_savings' },
  donation_receipt: { type: 'receipt', kind: '' },
  collective_receipt: { type: 'receipt', kind: 'collective' },
}
const isReceipt = (kind: TemplateKind): kind is 'donation_receipt' | 'collective_receipt' =>
  kind === 'donation_receipt' || kind === 'collective_receipt'

/**
 * Makes one document about gifts of one issuer and keeps it, all in the caller's transaction. The gifts are locked, then
 * their issuer; what keeps a receipt from being issued is looked at under these locks. A number is drawn last: whoever
 * draws of the same issuer and year waits, and a transaction that comes to nothing gives it back.
 */
export async function makeDocument(
  tx: Db,
  { contents, context, today, issueDay }: Making,
  { kind, template, ids }: { kind: TemplateKind; template: string; ids: readonly number[] },
): Promise<Made> {
  // Whoever waits for the locks of this call does not wait for a process to start as well.
  await renderer.ready()
  const ofProject = kind === 'funding_agreement' || kind === 'profit_savings'
  if (ofProject)
    await sql`select from projects where id in (select project_id from fundings where id = any(${[...ids]}::bigint[]))
      order by id for no key update`.execute(tx)
  await sql`select from fundings where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const found = await giftsById(tx, ids)
  const organization_id = found[0]!.organization_id
  await sql`select from organizations where id = ${organization_id} for no key update`.execute(tx)
  const issuer = (await issuersById(tx, [organization_id])).get(organization_id)!
  const refused = found.flatMap((gift) => reasonsFor(kind, gift, issuer, issueDay))
  if (refused.length > 0) return { refused }
  const year = Number(issueDay.slice(0, 4))
  const place = isReceipt(kind) ? await drawNumber(tx, organization_id, year) : null
  const number = place === null ? null : receiptNumber(year, place)
  const version = await versionOf(tx, template, issueDay)
  // From here on the version stays as it is.
  if (version) await noteMade(tx, version.version_id, 1)
  const said = valuesOf(kind, { gifts: found, issuer, issueDay, ...(number && { number }) })
  const content = await onTemplate(tx, version, said, found[0]!)
  const { bytes, pages } = await drawKept({ db: tx, contents }, { kind, content })
  const sha256 = await contents.put(bytes)
  const document_id = await keepDocument(
    tx,
    { ...context, today },
    {
      ...typeOf[kind],
      target: ofProject
        ? { type: 'project', id: found[0]!.project_id }
        : { type: 'organization', id: organization_id },
      filename: documentName(`${titles[kind]}_${number ?? found[0]!.slug}.pdf`),
      source: 'generated',
      number,
      sha256,
      size_bytes: bytes.length,
      pages,
      issued_on: issueDay,
      expires_on: null,
    },
  )
  if (isReceipt(kind) && place !== null) {
    await tx
      .insertInto('receipts')
      .values({
        document_id,
        organization_id,
        kind,
        year,
        place,
        amount_cents: Number(content.values.amount),
        content: JSON.stringify(content),
      })
      .execute()
    await tx
      .insertInto('receipt_gifts')
      .values(
        found.map((gift) => ({
          receipt_id: document_id,
          funding_id: gift.id,
          amount_cents: certifiable(gift),
        })),
      )
      .execute()
  }
  return { document_id, number }
}

/** What a document says together with the version that it is made of, and the pictures that this one shows. */
async function onTemplate(
  db: Db,
  version: UsableTemplate | undefined,
  said: Content,
  about: { organization_id: number; project_id: number },
): Promise<Kept> {
  if (!version) return said
  const pictures = await picturesFor(db, version.mapping, about)
  return { ...said, values: { ...said.values, ...pictures }, version_id: version.version_id }
}

/** The version of an uploaded template for a day; undefined for the built-in layouts. */
async function versionOf(db: Db, template: string, day: Day): Promise<UsableTemplate | undefined> {
  if (builtInKind(template)) return undefined
  const found = await templateFor(db, template, day)
  if (!found) throw new Error(`no version of ${template} on ${day}`)
  return found
}

async function drawNumber(tx: Db, organizationId: number, year: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select draw_numbers(${`receipt:${organizationId}`}, ${year}::integer, 1) as place`.execute(tx)
  return rows[0]!.place
}

/** The same with TEST across its pages, without number; nothing is kept. */
export async function testPrint(
  { db, contents }: { db: Db; contents: Contents },
  {
    kind,
    template,
    ids,
    issueDay,
  }: { kind: TemplateKind; template: string; ids: readonly number[]; issueDay: Day },
): Promise<Uint8Array> {
  const gifts = await giftsById(db, ids)
  const { organization_id } = gifts[0]!
  const issuer = (await issuersById(db, [organization_id])).get(organization_id)!
  const version = await versionOf(db, template, issueDay)
  const content = await onTemplate(db, version, valuesOf(kind, { gifts, issuer, issueDay }), gifts[0]!)
  return (await drawKept({ db, contents }, { kind, content, mark: 'TEST' })).bytes
}

/** What a receipt said when it was issued, under a mark that says that this is not the one that was handed out. */
export async function drawAgain(
  where: { db: Db; contents: Contents },
  again: { kind: TemplateKind; content: Kept; mark: 'ZWEITSCHRIFT' | 'ZURÜCKGEZOGEN' },
): Promise<Uint8Array> {
  return (await drawKept(where, again)).bytes
}

/** What a document that could not be drawn is refused with. */
export function refusalOfDrawing(error: unknown): Refusal[] | undefined {
  if (error instanceof DoesNotFit) return [{ code: 'does_not_fit' }]
  return error instanceof CannotBeDrawn ? [{ code: 'letters_missing' }] : undefined
}
