import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { storedOrderings } from '#shared/list-record.ts'
import type { ListQuery } from '#shared/list.ts'
import type { Db } from '#server/db/db.ts'
import type { Holder } from '#shared/permissions.ts'
import { mustSee, notFound } from '#server/errors.ts'
import { allIds, allOf, containsWords, orderBy, paging, readRows, type RowParts } from '#server/list.ts'
import { lockedFor } from '#server/locks.ts'
import { type Picked, pickedBy, type SelectableList } from '#server/selection.ts'
import { type DocumentState, type DocumentType, personalPieceOf, type TargetType } from '../rules.ts'
import { documentList } from '../table.ts'

export type DocumentQuery = ListQuery<typeof documentList> & {
  extra?: { target_type?: TargetType | undefined; target_id?: number | undefined }
}

/** A document as the database keeps it, with the names of what it belongs to. */
export type StoredDocument = {
  id: number
  slug: string
  type: DocumentType
  kind: string
  state: DocumentState
  source: 'upload' | 'generated'
  project_id: number | null
  organization_id: number | null
  target_type: TargetType
  target_title: string
  target_slug: string
  filename: string
  number: string | null
  sha256: string
  size_bytes: number
  pages: number
  issued_on: Day | null
  expires_on: Day | null
  /** Whether the last day was typed, or follows from the issue day. */
  expires_typed: boolean
  superseded_at: Date | null
  superseded_by_name: string | null
  withdrawn_at: Date | null
  created_at: Date
  version: number
  username: string | null
  first_name: string | null
  last_name: string | null
}

/** How a document stands on a day: the first that holds. */
const stateOn = (today: Day) => sql<DocumentState>`(case
  when documents.withdrawn_at is not null then 'withdrawn'
  when documents.superseded_at is not null then 'superseded'
  when documents.expires_on < ${today}::date then 'expired'
  when documents.expires_on is not null then 'valid'
  when documents.type = 'receipt' or documents.source = 'generated' then 'original'
  else 'current' end)`

const rowParts = (today: Day): RowParts => ({
  columns: sql`documents.id, documents.slug, documents.type, documents.kind, documents.source, documents.project_id,
    documents.organization_id, documents.target_type, documents.target_title, documents.filename, documents.number,
    documents.sha256, documents.size_bytes, documents.pages, documents.issued_on, documents.expires_on, documents.expires_typed,
    documents.superseded_at, documents.withdrawn_at, documents.created_at, documents.version,
    ${stateOn(today)} as state, coalesce(project.slug, organization.slug) as target_slug,
    next.filename as superseded_by_name, person.username, person.first_name, person.last_name`,
  tables: sql`join documents on documents.id = wanted.id
    left join projects project on project.id = documents.project_id
    left join organizations organization on organization.id = documents.organization_id
    left join documents next on next.id = documents.superseded_by
    left join users person on person.id = documents.created_by`,
})

/** The condition of a query; what is deleted is in no list. */
export function documentCondition(
  { search, filters, extra }: DocumentQuery,
  today: Day,
): RawBuilder<boolean> {
  const words = containsWords(search)
  const { target_type, target_id } = extra ?? {}
  return allOf([
    sql`documents.deleted_at is null`,
    ...(words ? [words] : []),
    ...(filters.type ? [sql<boolean>`documents.type = any(${filters.type}::text[])`] : []),
    ...(filters.state ? [sql<boolean>`${stateOn(today)} = any(${filters.state}::text[])`] : []),
    ...(target_type ? [sql<boolean>`documents.target_type = ${target_type}`] : []),
    ...(target_id === undefined
      ? []
      : [
          target_type === 'organization'
            ? sql<boolean>`documents.organization_id = ${target_id}`
            : target_type === 'project'
              ? sql<boolean>`documents.project_id = ${target_id}`
              : sql<boolean>`${target_id} in (documents.project_id, documents.organization_id)`,
        ]),
  ])
}

/** The documents as something to select from. */
export const selectableDocuments = (today: Day): SelectableList<DocumentQuery> => ({
  table: 'documents',
  key: { column: 'slug', type: 'text' },
  condition: (query) => documentCondition(query, today),
})

/** The ids of documents that a condition finds, in the order of the query. */
export function documentIds(
  db: Db,
  { ordering: { key, descending } }: DocumentQuery,
  where: RawBuilder<boolean>,
  page?: { limit: number; offset: number },
): Promise<number[]> {
  const nullable = key === 'issued_on' || key === 'expires_on'
  const order = orderBy(storedOrderings(documentList)[key], { descending, nullable })
  const slice = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  return allIds(db, sql`select id from documents where ${where} order by ${order} ${slice}`)
}

/** The documents that an export takes. */
export const pickedDocuments = (query: DocumentQuery, today: Day, picked: Picked) =>
  allOf([documentCondition(query, today), ...pickedBy({ column: 'slug', type: 'text' }, picked)])

/** One page of the documents. */
export async function listDocuments(db: Db, query: DocumentQuery, today: Day) {
  const where = documentCondition(query, today)
  const counted = await sql<{ n: number }>`select count(*)::int as n from documents where ${where}`.execute(
    db,
  )
  const page = paging(counted.rows[0]!.n, query)
  const slice = { limit: query.page_size, offset: (query.page - 1) * query.page_size }
  return { ...page, rows: await documentsByIds(db, await documentIds(db, query, where, slice), today) }
}

/** Documents of exactly these ids, in their order. */
export function documentsByIds(db: Db, ids: number[], today: Day): Promise<StoredDocument[]> {
  return readRows(db, ids, rowParts(today))
}

/** One document; throws notFound for one that is not there or was deleted. */
export async function getDocument(db: Db, slug: string, today: Day): Promise<StoredDocument> {
  const found = await db
    .selectFrom('documents')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found ? onlyOne(await documentsByIds(db, [found.id], today)) : onlyOne([])
}

/**
 * One document whose file the person may read: of one that shows personal data, only with the right to see these. Throws
 * notFound, and 403 naming the missing right.
 */
export async function getReadableDocument(
  db: Db,
  slug: string,
  { user, today }: { user: Holder; today: Day },
): Promise<StoredDocument> {
  const document = await getDocument(db, slug, today)
  refuseHidden(user, document)
  return document
}

/** 403 naming the missing right, where a document shows personal data that the person may not see. */
export function refuseHidden(user: Holder, document: { type: DocumentType; kind: string }): void {
  const piece = personalPieceOf(document)
  if (piece) mustSee(user, piece)
}

/** The same, locked until the transaction ends. */
export async function lockDocument(tx: Db, slug: string, today: Day): Promise<StoredDocument> {
  const found = await tx
    .selectFrom('documents')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .$call(lockedFor('change'))
    .executeTakeFirst()
  return found ? onlyOne(await documentsByIds(tx, [found.id], today)) : onlyOne([])
}

function onlyOne([document]: StoredDocument[]): StoredDocument {
  if (!document) throw notFound()
  return document
}
