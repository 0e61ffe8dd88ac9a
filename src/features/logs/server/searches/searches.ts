import { sql } from 'kysely'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, paging } from '#server/lists/list-query.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'
import { text, textOf } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { SearchLogRow } from '../../searches/searches.ts'
import { searchLogCells } from '../../searches/cells.ts'
import { searchLogList } from '../../searches/table.ts'

type SearchQuery = ListQuery<typeof searchLogList>

const condition = ({ search, filters }: SearchQuery) =>
  allOf([
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql<boolean>`strpos(fold(searches.words), fold(${word})) > 0`),
    ...(filters.list ? [sql<boolean>`searches.list = any(${filters.list}::text[])`] : []),
    ...(filters.actor
      ? [
          sql<boolean>`searches.user_id = any(${filters.actor.filter((id) => /^\d{1,15}$/.test(id))}::bigint[])`,
        ]
      : []),
  ])

const order = ({ ordering }: SearchQuery) =>
  ordering.descending ? sql`searches.at desc, searches.id desc` : sql`searches.at, searches.id`

export async function listSearches(db: Db, query: SearchQuery, locale: Locale) {
  const where = condition(query)
  const counted = await sql<{ n: number }>`select count(*) as n from searches where ${where}`.execute(db)
  const page = paging(counted.rows[0]!.n, query)
  const { rows } = await sql<{ id: number }>`
    select id from searches where ${where} order by ${order(query)}
    limit ${sql.lit(query.page_size)} offset ${sql.lit((query.page - 1) * query.page_size)}`.execute(db)
  return {
    ...page,
    results: await searchRows(
      db,
      rows.map((row) => row.id),
      locale,
    ),
  }
}

async function searchRows(db: Db, ids: readonly number[], locale: Locale): Promise<SearchLogRow[]> {
  const { rows } = await sql<{
    id: number
    at: Date
    actor_id: number
    list: string
    words: string
    found: number
    username: string
    first_name: string
    last_name: string
  }>`
    select searches.id, at, user_id as actor_id, list, words, found, username, first_name, last_name
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join searches on searches.id = wanted.id join users on users.id = user_id
    order by place`.execute(db)
  return rows.map(({ username, first_name, last_name, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    actor: fullNameWithUsername({ username, first_name, last_name }),
    list_display: textOf(locale, `searches.lists.${row.list}`),
  }))
}

export async function exportOfSearches(
  db: Db,
  query: SearchQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<SearchLogRow>> {
  const { locale } = asked
  const { rows } = await sql<{ id: number }>`
    select id from searches where ${condition(query)} order by ${order(query)}`.execute(db)
  return {
    ...asked,
    name: text(locale, 'searches.title'),
    list: searchLogList,
    query,
    ids: rows.map((row) => row.id),
    rowsByIds: (reader, ids) => searchRows(reader, ids, locale),
    columns: exportColumns(searchLogList, searchLogCells, wanted, locale),
  }
}
