import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#shared/list.ts'
import type { Db } from '#server/db/db.ts'
import { prepared } from '#server/db/prepared.ts'
import { HttpError } from '#server/errors.ts'

/** All conditions joined by "and"; none means true. */
export function allOf(parts: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return parts.length === 0
    ? sql`true`
    : sql`${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` and `,
      )}`
}

/** At least one condition; none means false. */
export function anyOf(parts: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return parts.length === 0
    ? sql`false`
    : sql`${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` or `,
      )}`
}

/**
 * The condition that `search_text` contains every word of a search, without regard to case and accents (`fold`);
 * `%`, `_` and `\` are ordinary characters. Undefined when there is nothing to search for.
 */
export function containsWords(search: string): RawBuilder<boolean> | undefined {
  const words = search.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return allOf(words.map((word) => sql<boolean>`search_text like search_pattern(${word})`))
}

/**
 * The ids of one page and how many rows there are in all, in one statement: each part keeps its own best plan (the
 * page walks the index of its ordering), and a page past the end still knows the count.
 */
export async function pageOfIds(
  db: Db,
  parts: { ids: RawBuilder<unknown>; count: RawBuilder<unknown> },
  query: ListQuery,
): Promise<{ count: number; ids: number[] }> {
  if (isOpeningPage(query)) {
    // The call that every visit begins with. Without words and filters there are few such texts; all else is planned
    // for what it asks.
    const opening = await sql<{ count: number; ids: number[] }>`${prepared}
      select (${parts.count}) as count, array(${parts.ids} limit ${sql.lit(query.page_size)}) as ids`.execute(
      db,
    )
    return opening.rows[0]!
  }
  const offset = (query.page - 1) * query.page_size
  const { rows } = await sql<{ count: number; ids: number[] }>`
    select (${parts.count}) as count, array(${parts.ids} limit ${query.page_size} offset ${offset}) as ids`.execute(
    db,
  )
  return rows[0]!
}

function isOpeningPage({ page, search, filters }: ListQuery): boolean {
  return page === 1 && search === '' && Object.values(filters).every((values) => values === undefined)
}

/** Paging of an answer; a page past the end is 404 (product.md §2). An empty list has one page. */
export function paging(count: number, query: { page: number; page_size: number }) {
  const total_pages = Math.max(1, Math.ceil(count / query.page_size))
  if (query.page > total_pages) throw new HttpError(404, 'page_past_end')
  return { count, total_pages, current_page: query.page }
}
