import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { foldName } from '#shared/normalize.ts'
import { storedOrderings } from '#shared/lists/list-record.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { type CompanyScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { Holder } from '#shared/permissions.ts'
import { mustSee, notFound } from '#server/base/errors.ts'
import {
  allIds,
  allOf,
  containsWords,
  orderBy,
  paging,
  readRows,
  type RowParts,
} from '#server/lists/list-query.ts'
import { lockedFor } from '#server/db/locks.ts'
import type { User } from '#server/auth/session.ts'
import { pickedBy, type PickedRows, type SelectableList } from '#server/lists/selection.ts'
import { type DocumentState, type DocumentType, personalPieceOf, type TargetType } from '../rules.ts'
import { documentList } from '../table.ts'
import { kindsNamed } from './document-names.ts'

export type DocumentQuery = ListQuery<typeof documentList> & {
  extra?: { target_type?: TargetType | undefined; target_id?: number | undefined }
}

/** The reader's company scope and the day. */
export type Visibility = { scope: CompanyScope; today: Day }

/** Scope in which a person sees documents. */
export const visibilityFor = ({
  user,
  today,
}: {
  user: Pick<User, 'user_type' | 'company_id'>
  today: Day
}): Visibility => ({
  scope: scopeOf(user),
  today,
})

/**
 * SQL condition on a table by its name for documents that may be shown in a scope: those about no company's money, and
 * those in which the person's company has a part (docs/decisions/0033).
 */
export function documentsInScope({ company_id }: CompanyScope, table = 'documents'): RawBuilder<boolean> {
  const companies = sql.ref(`${table}.company_ids`)
  return company_id === 'every'
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(${companies} = '{}' or ${company_id}::bigint = any(${companies}), false)`
}

/** A document row with the names of its related records. */
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
  /** Donor of the gifts that a receipt certifies. */
  donor_name: string | null
  sha256: string
  size_bytes: number
  pages: number
  issued_on: Day | null
  expires_on: Day | null
  /** Whether the last day was typed or follows from the issue day. */
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

/** State of a document on a day: the first that applies. */
const stateOn = (today: Day) => sql<DocumentState>`(case
  when documents.withdrawn_at is not null then 'withdrawn'
  when documents.superseded_at is not null then 'superseded'
  when documents.expires_on < ${today}::date then 'expired'
  when documents.expires_on is not null then 'valid'
  when documents.type = 'receipt' or documents.source = 'generated' then 'original'
  else 'current' end)`

const rowParts = ({ scope, today }: Visibility): RowParts => ({
  columns: sql`documents.id, documents.slug, documents.type, documents.kind, documents.source, documents.project_id,
    documents.organization_id, documents.target_type, documents.target_title, documents.filename, documents.number,
    documents.sha256, documents.size_bytes, documents.pages, documents.issued_on, documents.expires_on, documents.expires_typed,
    documents.superseded_at, documents.withdrawn_at, documents.created_at, documents.version,
    ${stateOn(today)} as state, coalesce(project.slug, organization.slug) as target_slug,
    (select donor.name from receipt_gifts join fundings gift on gift.id = receipt_gifts.funding_id
      join donors donor on donor.id = gift.donor_id
      where receipt_gifts.receipt_id = documents.id order by gift.id limit 1) as donor_name,
    case when ${documentsInScope(scope, 'next')} then next.filename end as superseded_by_name,
    person.username, person.first_name, person.last_name`,
  tables: sql`join documents on documents.id = wanted.id
    left join projects project on project.id = documents.project_id
    left join organizations organization on organization.id = documents.organization_id
    left join documents next on next.id = documents.superseded_by
    left join users person on person.id = documents.created_by`,
})

type SeenIn = Visibility & { locale: Locale }

/**
 * SQL condition that a document matches every word of a search: in its file name, its target, its number, or its kind
 * and year as listed.
 */
function holdsWords(search: string, locale: Locale): RawBuilder<boolean>[] {
  return foldName(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const named = kindsNamed(word, locale)
      return sql<boolean>`(${sql.join(
        [
          containsWords(word)!,
          ...(named.length > 0
            ? [sql`concat_ws('/', documents.type, nullif(documents.kind, '')) = any(${named}::text[])`]
            : []),
          ...(/^\d{4}$/.test(word) ? [sql`date_part('year', documents.issued_on) = ${Number(word)}`] : []),
        ],
        sql` or `,
      )})`
    })
}

/** The condition of a query; deleted documents are in no list. */
function documentCondition(
  { search, filters, extra }: DocumentQuery,
  { scope, today, locale }: SeenIn,
): RawBuilder<boolean> {
  const { target_type, target_id } = extra ?? {}
  return allOf([
    sql`documents.deleted_at is null`,
    documentsInScope(scope),
    ...holdsWords(search, locale),
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
export const selectableDocuments = (seen: SeenIn): SelectableList<DocumentQuery> => ({
  table: 'documents',
  key: { column: 'slug', type: 'text' },
  condition: (query) => documentCondition(query, seen),
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

export const pickedDocuments = (query: DocumentQuery, seen: SeenIn, picked: PickedRows) =>
  allOf([documentCondition(query, seen), ...pickedBy({ column: 'slug', type: 'text' }, picked)])

export async function listDocuments(db: Db, query: DocumentQuery, seen: SeenIn) {
  const where = documentCondition(query, seen)
  const counted = await sql<{ n: number }>`select count(*)::int as n from documents where ${where}`.execute(
    db,
  )
  const page = paging(counted.rows[0]!.n, query)
  const slice = { limit: query.page_size, offset: (query.page - 1) * query.page_size }
  return { ...page, rows: await documentsByIds(db, await documentIds(db, query, where, slice), seen) }
}

/** Documents of exactly these ids, which were found in scope, in their order. */
export function documentsByIds(db: Db, ids: number[], seen: Visibility): Promise<StoredDocument[]> {
  return readRows(db, ids, rowParts(seen))
}

/** One document; throws notFound for one that is not there, was deleted, or is about another company's money. */
export async function getDocument(db: Db, slug: string, seen: Visibility): Promise<StoredDocument> {
  const found = await db
    .selectFrom('documents')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .where(documentsInScope(seen.scope))
    .executeTakeFirst()
  return found ? onlyOne(await documentsByIds(db, [found.id], seen)) : onlyOne([])
}

/**
 * One document whose file the person may read: of one that shows personal data, only with the right to see these. Throws
 * notFound, and 403 naming the missing right.
 */
export async function getReadableDocument(
  db: Db,
  slug: string,
  { user, today }: { user: Holder & Pick<User, 'user_type' | 'company_id'>; today: Day },
): Promise<StoredDocument> {
  const document = await getDocument(db, slug, visibilityFor({ user, today }))
  refuseHidden(user, document)
  return document
}

/** 403 naming the missing right, where a document shows personal data that the person may not see. */
export function refuseHidden(user: Holder, document: { type: DocumentType; kind: string }): void {
  const piece = personalPieceOf(document)
  if (piece) mustSee(user, piece)
}

/** The same, locked until the transaction ends. */
export async function lockDocument(tx: Db, slug: string, seen: Visibility): Promise<StoredDocument> {
  const found = await tx
    .selectFrom('documents')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .where(documentsInScope(seen.scope))
    .$call(lockedFor('change'))
    .executeTakeFirst()
  return found ? onlyOne(await documentsByIds(tx, [found.id], seen)) : onlyOne([])
}

function onlyOne([document]: StoredDocument[]): StoredDocument {
  if (!document) throw notFound()
  return document
}
