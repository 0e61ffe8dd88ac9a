import { type RawBuilder, sql } from 'kysely'
import { type Day, showDay } from '#shared/dates.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import { type CompanyScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { allIds, allOf, paging, readRows, type RowParts } from '#server/lists/list-query.ts'
import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { documentLogCells } from '../cells.ts'
import type { DocumentLogRow } from '../contract.ts'
import { type DocumentAction, documentLogList } from '../log-table.ts'
import { type DocumentType, isPersonal } from '../rules.ts'
import { nameInWords, typeText } from './document-names.ts'
import { documentsInScope } from './queries.ts'

type LogQuery = ListQuery<typeof documentLogList>

type Stored = {
  id: number
  at: Date
  actor: string
  action: DocumentAction
  title: string
  slug: string | null
  type: DocumentType | null
  kind: string | null
  number: string | null
  issued_on: Day | null
  target_title: string | null
  request_id: string | null
  /** For a document sent as a link: the end of its validity. */
  until: string | null
}

const parts: RowParts = {
  columns: sql`event.id, event.at, event.actor_name as actor, event.action, event.object_title as title,
    case when document.deleted_at is null then document.slug end as slug, document.type, document.kind,
    document.number, document.issued_on, document.target_title, event.request_id,
    case when event.action = 'send' then event.after ->> 'until' end as until`,
  tables: sql`join audit_events event on event.id = wanted.id left join documents document on document.id = event.object_id`,
}

// The same index condition as `audit_events_of_documents`; documents are queried only when a filter needs them.
function condition({ search, filters }: LogQuery, scope: CompanyScope): RawBuilder<boolean> {
  const of = (what: RawBuilder<boolean>) =>
    sql<boolean>`event.object_id in (select id from documents where ${what})`
  return allOf([
    sql`event.object_type = 'document'`,
    ...(scope.company_id === 'every' ? [] : [of(documentsInScope(scope))]),
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .map(
        (word) =>
          sql<boolean>`strpos(fold(event.actor_name || ' ' || event.object_title), fold(${word})) > 0`,
      ),
    ...(filters.action ? [sql<boolean>`event.action = any(${filters.action}::text[])`] : []),
    ...(filters.type ? [of(sql`type = any(${filters.type}::text[])`)] : []),
    ...(filters.slug ? [of(sql`slug = any(${filters.slug}::text[])`)] : []),
  ])
}

const ids = (db: Db, query: LogQuery, scope: CompanyScope, slice: RawBuilder<unknown> = sql``) =>
  allIds(
    db,
    sql`select event.id from audit_events event where ${condition(query, scope)}
      order by event.id ${query.ordering.descending ? sql`desc` : sql`asc`} ${slice}`,
  )

/** One page of the document log, by the order in which its entries were written. */
export async function listDocumentLog(
  db: Db,
  query: LogQuery,
  { locale, scope }: { locale: Locale; scope: CompanyScope },
) {
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from audit_events event where ${condition(query, scope)}`.execute(db)
  const page = paging(counted.rows[0]!.n, query)
  const slice = sql`limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`
  return { ...page, results: await logRows(db, await ids(db, query, scope, slice), locale) }
}

async function logRows(db: Db, wanted: number[], locale: Locale): Promise<DocumentLogRow[]> {
  const rows = await readRows<Stored>(db, wanted, parts)
  return rows.map(({ title, slug, type, kind, number, issued_on, target_title, at, until, ...row }) => {
    const is_personal = type !== null && isPersonal(type)
    const action =
      until === null
        ? text(locale, `documents.log.actions.${row.action}`)
        : text(locale, 'documents.log.sent_as_link', { date: showDay(until) })
    return {
      ...row,
      at: at.toISOString(),
      action_display: is_personal ? text(locale, 'documents.log.personal', { action }) : action,
      document: {
        slug,
        title,
        name: type === null ? null : nameInWords(locale, { type, kind: kind ?? '', number, issued_on }),
      },
      type,
      type_display: type === null ? '' : typeText(locale, type, kind ?? ''),
      target_title: target_title ?? '',
      is_personal,
    }
  })
}

/** The export of the document log. */
export async function exportOfDocumentLog(
  db: Db,
  query: LogQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<DocumentLogRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'documents.log.title'),
    list: documentLogList,
    query,
    ids: await ids(db, query, scopeOf(asked.holder)),
    rowsByIds: (reader, some) => logRows(reader, some, locale),
    columns: exportColumns(documentLogList, documentLogCells, wanted, locale),
  }
}
