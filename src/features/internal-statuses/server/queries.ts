import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import { violatedConstraint } from '#server/db/transaction.ts'
import { type LockFor, lockedFor } from '#server/db/locks.ts'

export type Subject = 'project' | 'organization'
const columns = ['id', 'slug', 'title', 'version'] as const

/** One page of the internal statuses of projects or organizations, by title. */
export async function listInternalStatuses(
  db: Db,
  subject: Subject,
  query: { page: number; page_size: number },
) {
  const all = db.selectFrom('internal_statuses').where('subject', '=', subject)
  const { n } = await all.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const results = await all
    .select(columns)
    .orderBy(sql`fold(title) collate "C"`)
    .orderBy('id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { ...paging(n, query), results }
}

/** Ids that a filter's values name by slug or title, as a subquery for a list's statement. */
export function internalStatusIds(subject: Subject, values: readonly string[]): RawBuilder<unknown> {
  return sql`select id from internal_statuses where subject = ${subject} and (
    slug in (${sql.join(values)}) or fold(title) in (${sql.join(values.map((value) => sql`fold(${value})`))}))`
}

/** The titles of internal statuses by their slugs. */
export async function internalStatusTitles(
  db: Db,
  subject: Subject,
  slugs: string[] = [],
): Promise<Record<string, string>> {
  if (slugs.length === 0) return {}
  const rows = await db
    .selectFrom('internal_statuses')
    .select(['slug', 'title'])
    .where('subject', '=', subject)
    .where('slug', 'in', slugs)
    .execute()
  return Object.fromEntries(rows.map(({ slug, title }) => [slug, title]))
}

/** One internal status, locked until the transaction ends; throws notFound. */
export async function lockInternalStatus(
  tx: Db,
  subject: Subject,
  slug: string,
  purpose: LockFor = 'change',
) {
  const row = await tx
    .selectFrom('internal_statuses')
    .select(columns)
    .where('subject', '=', subject)
    .where('slug', '=', slug)
    .$call(lockedFor(purpose))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Stores a new internal status; 400 when the title is taken. */
export async function insertInternalStatus(tx: Db, subject: Subject, title: string, now: Date) {
  const slug = await freeSlug(tx, 'internal_statuses', title)
  return refuseTakenTitle(
    tx
      .insertInto('internal_statuses')
      .values({ subject, slug, title, created_at: now })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )
}

/** Renames an internal status; the slug stays, because filters in addresses use it. 400 if the title is taken. */
export function renameInternalStatus(tx: Db, id: number, title: string) {
  return refuseTakenTitle(
    tx
      .updateTable('internal_statuses')
      .set((row) => ({ title, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )
}

async function refuseTakenTitle<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) === 'internal_statuses_title')
      throw invalid({ title: 'internal_statuses.title_taken' })
    throw error
  }
}

/** The first projects or organizations that use an internal status; they prevent deleting it. */
export function usersOfInternalStatus(db: Db, subject: Subject, id: number) {
  return db
    .selectFrom(subject === 'project' ? 'projects' : 'organizations')
    .select(['slug', 'title'])
    .where('internal_status_id', '=', id)
    .orderBy('id')
    .limit(100)
    .execute()
}
