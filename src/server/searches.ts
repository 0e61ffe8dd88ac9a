import type { Route } from '#shared/route.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/routes.ts'

type Searched = NonNullable<Route['searched']>

/** How long anybody can see who searched for what. */
export const searchesKeptDays = 90

/**
 * Notes that somebody searched a list (product.md §5): who, where, when, how many were found, and the words where they
 * cannot be those of a person (docs/decisions/0029). Paging through what was found is no new search.
 */
export async function noteSearch(
  db: Db,
  { list, words }: Searched,
  { user, query, now }: Pick<Context<Route>, 'user' | 'query' | 'now'>,
  result: unknown,
): Promise<void> {
  const asked = (query ?? {}) as { search?: string; q?: string; page?: number }
  const text = asked.search ?? asked.q ?? ''
  if (!user || text === '' || (asked.page ?? 1) !== 1) return
  const answer = result as { count?: number; results?: unknown[] }
  await db
    .insertInto('searches')
    .values({
      user_id: user.id,
      list,
      words: words === 'kept' ? text : '',
      found: answer.count ?? answer.results?.length ?? 0,
      at: now,
    })
    .execute()
}

/** Forgets searches that are older than 90 days; a nightly chore. */
export async function forgetOldSearches(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('searches')
    .where('at', '<', new Date(now.getTime() - searchesKeptDays * 86_400_000))
    .execute()
}
