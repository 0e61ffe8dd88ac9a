import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { pdfName } from '#shared/pdf-files.ts'
import { auditAll, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { titles } from '#features/document-templates/render/built-in-layout.ts'
import { certifiable, receiptNumber, type Refusal } from '../rules.ts'
import { UnprintableText } from '#features/document-templates/render/in-sandbox.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import type { TemplateKind } from '#features/document-templates/tokens.ts'
import { storeDocument } from '#features/documents/server/store-document.ts'
import { isOfficial as officialText } from '#features/document-templates/server/legal-checklist.ts'
import {
  countMade,
  templateFor,
  type UsableTemplate,
} from '#features/document-templates/server/usable-versions.ts'
import { DoesNotFit, drawStored, type StoredContent } from './drawing.ts'
import { type Gift, giftsById, issuersById, type KnownIssuer } from './gifts-and-issuers.ts'
import { reasonsFor } from './plan.ts'
import { machineMadeFor } from './machine-made.ts'
import { picturesFor } from './pictures.ts'
import { builtInKind } from './built-in-templates.ts'
import { checkTime, oneAtATime } from './receipt-queue.ts'
import { valuesOf } from './token-values.ts'

export type DocumentContext = {
  contents: Contents
  context: AuditContext
  today: Day
  issueDay: Day
}

/** The document that was made, or every reason that prevents it. */
export type DocumentResult = { document_id: number; number: string | null } | { refused: Refusal[] }

const typeOf: Record<TemplateKind, { type: DocumentType; kind: string }> = {
  thank_you: { type: 'letter', kind: 'thank_you' },
  funding_agreement: { type: 'funding_agreement', kind: '' },
  profit_savings: { type: 'other', kind: 'profit_savings' },
  donation_receipt: { type: 'receipt', kind: '' },
  collective_receipt: { type: 'receipt', kind: 'collective' },
}
const isReceipt = (kind: TemplateKind): kind is 'donation_receipt' | 'collective_receipt' =>
  kind === 'donation_receipt' || kind === 'collective_receipt'

export type DocumentRequest = { kind: TemplateKind; template: string; ids: readonly number[] }

type VersionedContent = { content: StoredContent; version: UsableTemplate | undefined }

/** A drawn and stored document without a row: its content, for the next number. */
export type DrawnDocument = VersionedContent & {
  bytes: Uint8Array
  sha256: string
  pages: number
  /** True when its template version has every legal statement; the built-in layouts do. */
  isOfficial: boolean
}

/** The drawing is stale: another document took the number, or a record changed. Draw it again. */
export class StaleDrawing extends Error {
  override name = 'StaleDrawing'
}

/**
 * Draws one document about gifts of one issuer, for the next number. Drawing takes a hundred times as long as storing,
 * so it holds no lock and no transaction; storing checks whether the content is still true.
 */
export async function drawDocument(
  db: Db,
  { contents, issueDay }: Pick<DocumentContext, 'contents' | 'issueDay'>,
  { kind, template, ids }: DocumentRequest,
): Promise<DrawnDocument | { refused: Refusal[] }> {
  const gifts = await giftsById(db, ids)
  const { organization_id } = gifts[0]!
  const issuer = (await issuersById(db, [organization_id])).get(organization_id)!
  const refused = gifts.flatMap((gift) => reasonsFor(kind, gift, issuer, issueDay))
  if (refused.length > 0) return { refused }
  const year = Number(issueDay.slice(0, 4))
  const number = isReceipt(kind)
    ? receiptNumber(year, await nextPlace(db, { organization_id, year }))
    : undefined
  const version = await versionOf(db, template, issueDay)
  const isOfficial = await isCompleteText(contents, kind, version)
  const said = await contentOf(db, { kind, version, isOfficial, gifts, issuer, issueDay, number })
  try {
    const { bytes, pages } = await drawStored({ db, contents }, { kind, content: said.content })
    return { ...said, isOfficial, bytes, sha256: await contents.put(bytes), pages }
  } catch (error) {
    const cause = refusalOfDrawing(error)
    if (cause) return { refused: cause }
    throw error
  }
}

/**
 * Stores a drawn document in the caller's transaction. It locks the gifts, then their issuer, then the template's
 * version, and checks content and reasons against the receipt again under these locks. The number is taken last: other
 * documents of the same issuer and year wait, and a rollback returns it. Throws StaleDrawing.
 */
export async function storeDrawn(
  tx: Db,
  { context, today, issueDay }: Omit<DocumentContext, 'contents'>,
  { kind, template, ids }: DocumentRequest,
  { bytes, sha256, pages, isOfficial, ...drawn }: DrawnDocument,
): Promise<DocumentResult> {
  const ofProject = kind === 'funding_agreement' || kind === 'profit_savings'
  if (ofProject)
    await sql`select from projects where id in (select project_id from fundings where id = any(${[...ids]}::bigint[]))
      order by id for no key update`.execute(tx)
  await sql`select from fundings where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const gifts = await giftsById(tx, ids)
  const organization_id = gifts[0]!.organization_id
  await sql`select from organizations where id = ${organization_id} for no key update`.execute(tx)
  const issuer = (await issuersById(tx, [organization_id])).get(organization_id)!
  const refused = gifts.flatMap((gift) => reasonsFor(kind, gift, issuer, issueDay))
  if (refused.length > 0) return { refused }
  // From here on the version is frozen.
  if (drawn.version) await countMade(tx, drawn.version.version_id, 1)
  const version = await versionOf(tx, template, issueDay)
  const year = Number(issueDay.slice(0, 4))
  const place = isReceipt(kind) ? await drawNumber(tx, organization_id, year) : null
  const number = place === null ? undefined : receiptNumber(year, place)
  const said = await contentOf(tx, { kind, version, isOfficial, gifts, issuer, issueDay, number })
  if (!isDeepStrictEqual(said, drawn)) throw new StaleDrawing()
  const document_id = await storeDocument(
    tx,
    { ...context, today },
    {
      ...typeOf[kind],
      target: ofProject
        ? { type: 'project', id: gifts[0]!.project_id }
        : { type: 'organization', id: organization_id },
      filename: pdfName(`${titles[kind]}_${number ?? gifts[0]!.slug}.pdf`),
      source: 'generated',
      number: number ?? null,
      sha256,
      size_bytes: bytes.length,
      pages,
      issued_on: issueDay,
      expires_on: null,
      slip: String(said.content.values.slip),
      company_ids: [...new Set(gifts.flatMap(({ company_id }) => company_id ?? []))],
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
        amount_cents: Number(said.content.values.amount),
        content: JSON.stringify(said.content),
      })
      .execute()
    await tx
      .insertInto('receipt_gifts')
      .values(
        gifts.map((gift) => ({
          receipt_id: document_id,
          funding_id: gift.id,
          amount_cents: certifiable(gift),
        })),
      )
      .execute()
  }
  return { document_id, number: number ?? null }
}

/**
 * Makes one document: draws it, then lets `keep` store it in its own transaction. A stale drawing is repeated while the
 * call has time. Within this process an issuer's documents are serialized.
 */
export async function makeDocument<T>(
  db: Db,
  making: Pick<DocumentContext, 'contents' | 'issueDay'>,
  wanted: DocumentRequest & { organization_id: number },
  keep: (drawn: DrawnDocument | { refused: Refusal[] }) => Promise<T>,
): Promise<T> {
  return oneAtATime(wanted.organization_id, async () => {
    for (;;) {
      // oxlint-disable no-await-in-loop -- the next try begins where the one before came too early
      const drawn = await drawDocument(db, making, wanted)
      checkTime()
      try {
        const kept = await keep(drawn)
        // The sweep may have removed the bytes as orphaned just before the row existed.
        if ('sha256' in drawn && !(await making.contents.has(drawn.sha256)))
          await making.contents.put(drawn.bytes)
        return kept
      } catch (error) {
        if (!(error instanceof StaleDrawing)) throw error
      }
      // oxlint-enable no-await-in-loop
    }
  })
}

/** Whether a receipt has every legal statement: built-in layouts do; an uploaded template's version is checked. */
async function isCompleteText(contents: Contents, kind: TemplateKind, version: UsableTemplate | undefined) {
  return !version || !isReceipt(kind) || officialText(contents, { ...version, kind })
}

/** Content of a document, with the template version and the pictures it uses. */
async function contentOf(
  db: Db,
  {
    kind,
    version,
    isOfficial,
    ...about
  }: {
    kind: TemplateKind
    version: UsableTemplate | undefined
    isOfficial: boolean
    gifts: readonly Gift[]
    issuer: KnownIssuer
    issueDay: Day
    number?: string | undefined
  },
): Promise<VersionedContent> {
  const [gift] = about.gifts
  const machine = isReceipt(kind)
    ? await machineMadeFor(db, {
        organization_id: gift!.organization_id,
        issueDay: about.issueDay,
        version,
        isOfficial,
      })
    : undefined
  const said = valuesOf(kind, { ...about, ...(machine && { announced: machine.announced }) })
  if (!version) {
    if (machine) said.values.signature = machine.signature
    return { content: said, version }
  }
  const isSigned = !isReceipt(kind) || machine !== undefined
  const pictures = await picturesFor(db, version.mapping, { ...gift!, isSigned })
  const values = { ...said.values, ...pictures }
  return { content: { ...said, values, version_id: version.version_id }, version }
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

/** The next free number. */
async function nextPlace(
  db: Db,
  { organization_id, year }: { organization_id: number; year: number },
): Promise<number> {
  const series = await db
    .selectFrom('number_series')
    .select('last')
    .where('name', '=', `receipt:${organization_id}`)
    .where('year', '=', year)
    .executeTakeFirst()
  return (series?.last ?? 0) + 1
}

/** Replaces the donor in test prints of people who may not see donors. */
const inventedDonor = {
  name: 'Erika Musterfrau',
  street: 'Musterstraße 1',
  postal_code: '12345',
  city: 'Musterstadt',
}

/** The same with TEST across its pages, without number, on request with an invented donor; nothing is stored. */
export async function testPrint(
  { db, contents }: { db: Db; contents: Contents },
  { kind, template, ids, issueDay, isInvented }: DocumentRequest & { issueDay: Day; isInvented: boolean },
): Promise<Uint8Array> {
  const real = await giftsById(db, ids)
  const gifts = isInvented ? real.map((gift) => ({ ...gift, donor: inventedDonor })) : real
  const { organization_id } = gifts[0]!
  const issuer = (await issuersById(db, [organization_id])).get(organization_id)!
  const version = await versionOf(db, template, issueDay)
  const isOfficial = await isCompleteText(contents, kind, version)
  const { content } = await contentOf(db, { kind, version, isOfficial, gifts, issuer, issueDay })
  return (await drawStored({ db, contents }, { kind, content, mark: 'TEST' })).bytes
}

/** Writes who printed a real donor's data on a test, one event for each gift. */
export async function recordTestPrint(tx: Db, context: AuditContext, ids: readonly number[]): Promise<void> {
  const gifts = await tx
    .selectFrom('fundings')
    .select(['id', 'number', 'slug'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  await auditAll(
    tx,
    context,
    gifts.map(({ id, number, slug }) => ({
      action: 'test_print',
      ...auditOf('private_donation', { id, title: number ?? slug }),
    })),
  )
}

/** Redraws a receipt with its content at issue, under a mark that it is not the original. */
export async function drawAgain(
  where: { db: Db; contents: Contents },
  again: { kind: TemplateKind; content: StoredContent; mark: 'ZWEITSCHRIFT' | 'ZURÜCKGEZOGEN' },
): Promise<Uint8Array> {
  return (await drawStored(where, again)).bytes
}

/** The refusal for a document that could not be drawn. */
function refusalOfDrawing(error: unknown): Refusal[] | undefined {
  if (error instanceof DoesNotFit) return [{ code: 'does_not_fit' }]
  return error instanceof UnprintableText ? [{ code: 'letters_missing', letters: error.message }] : undefined
}
