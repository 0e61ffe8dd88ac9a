import type { Route } from '#shared/route.ts'
import type { Context } from '../routes/implement.ts'
import type { Searches } from '../search/search-log.ts'

type SearchedList = NonNullable<Route['searched']>

/**
 * Records a search of a list (product.md §5): who, where, when, number of results, and the words where they cannot name
 * a person (docs/decisions/0029). Further pages of the same search are not recorded.
 */
export function recordSearch(
  searches: Searches,
  { list, words }: SearchedList,
  { user, query, now }: Pick<Context<Route>, 'user' | 'query' | 'now'>,
  result: unknown,
): void {
  const asked = (query ?? {}) as { search?: string; q?: string; page?: number }
  const text = asked.search ?? asked.q ?? ''
  if (!user || text === '' || (asked.page ?? 1) !== 1) return
  const answer = result as { count?: number; results?: unknown[] }
  searches.note({
    user_id: user.id,
    list,
    words: words === 'kept' ? text : '',
    found: answer.count ?? answer.results?.length ?? 0,
    at: now,
  })
}
