/**
 * Marks queries as stale after a change, as declared by the routes (docs/decisions/0001). `api()` calls `staleAfter()`
 * for every changing call. Pages call `refreshed()` to wait for the refetch, and `markStale()` for work that ended later.
 */
import type { Query } from '@tanstack/react-query'
import type { RouteByName } from '#shared/route.ts'
import type { Subject } from '#shared/subjects.ts'
import { queryClient } from './query-client.ts'
import type { Params } from './stale-rules.ts'

const pendingRefetches = new Set<Promise<void>>()

/** Resolves when all stale queries on the screen have been refetched. */
export async function refreshed(): Promise<void> {
  await Promise.all(pendingRefetches)
}

/** Marks queries that show these subjects, or that any change can alter, as stale; those on the screen are refetched. */
export function markStale(...subjects: Subject[]): Promise<void> {
  return mark(({ whatShows }) => whatShows(subjects))
}

/** Marks a list and all queries of the same subjects as stale: its counts, the record open in its peek. */
export function markListStale(list: keyof RouteByName): Promise<void> {
  return mark(({ whatShowsTheSame }) => whatShowsTheSame(list))
}

/**
 * Marks the subjects that a call changed, and `more`, as stale once its caller has handled the answer. Queries that were
 * set or fetched since the answer stay fresh.
 */
export function staleAfter(
  name: keyof RouteByName,
  params: Params = {},
  more: readonly Subject[] = [],
): void {
  void mark(({ whatIsStaleAfter }) => whatIsStaleAfter(name, params, more), collectFreshQueries())
}

type Rules = typeof import('./stale-rules.ts')
type IsStale = (query: Query) => boolean

function mark(rule: (rules: Rules) => IsStale, watched?: Promise<Set<Query>>): Promise<void> {
  // A first fetch that began before the change is not cancelled, so it is repeated afterwards.
  const early = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  const read = async () => {
    const loading = import('./stale-rules.ts').catch(() => undefined)
    const fresh = await watched
    const rules = await loading
    // If the rules cannot be loaded, everything is stale.
    const isStale = rules ? rule(rules) : () => true
    const predicate: IsStale = (query) => !fresh?.has(query) && isStale(query)
    await queryClient.invalidateQueries({ predicate })
    await queryClient.invalidateQueries({
      predicate: (query) => early.includes(query) && predicate(query),
    })
  }
  const reading = read().finally(() => pendingRefetches.delete(reading))
  pendingRefetches.add(reading)
  return reading
}

/** Collects the queries that are set or fetched until the caller has handled the answer. */
async function collectFreshQueries(): Promise<Set<Query>> {
  const fresh = new Set<Query>()
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'fetch' || (action.type === 'success' && action.manual)) fresh.add(query)
  })
  await new Promise((later) => setTimeout(later))
  stop()
  return fresh
}
