/** Decides which queries a change makes stale; loaded with the first change, so that no first page waits for it. */
import type { Query } from '@tanstack/react-query'
import { changes, shows } from 'virtual:subjects'
import type { RouteByName } from '#shared/route.ts'
import type { Subject } from '#shared/subjects.ts'
import { queryClient } from './query-client.ts'

type IsStale = (query: Query) => boolean
export type Params = Record<string, string | number>

/** True for queries that show one of these subjects, and for those that any change can alter. */
export function whatShows(subjects: readonly Subject[]): IsStale {
  const changed = new Set(subjects)
  return ({ queryKey: [route] }) => {
    const shown = shows[String(route)]
    return shown === 'anything' || shown?.some((subject) => changed.has(subject)) === true
  }
}

/** True for a list and for every query that shows the same subjects. */
export function whatShowsTheSame(list: keyof RouteByName): IsStale {
  const shown = shows[list] ?? []
  const isStale = whatShows(shown === 'anything' ? [] : shown)
  return (query) => query.queryKey[0] === list || isStale(query)
}

/** True for queries that a call made stale. Queries of deleted records are marked as stale but not refetched. */
export function whatIsStaleAfter(name: string, params: Params, more: readonly Subject[]): IsStale {
  const changed = changes[name] ?? []
  if (changed === 'anything') return () => true
  if (changed.length + more.length === 0) return () => false
  const isGone = queriesOfDeletedRecord(name, params)
  void queryClient.invalidateQueries({ predicate: isGone, refetchType: 'none' })
  const isStale = whatShows([...changed, ...more])
  return (query) => isStale(query) && !isGone(query)
}

/** Matches queries of a deleted record and its parts: after `DELETE …/:slug/`, `GET …/:slug/…` of the same slug. */
function queriesOfDeletedRecord(name: string, params: Params): IsStale {
  const [method, path = ''] = name.split(' ')
  const named = Object.entries(params)
  if (method !== 'DELETE' || !/\/:\w+\/$/.test(path) || named.length === 0) return () => false
  return ({ queryKey: [route, args] }) => {
    const asked = (args as { params?: Params } | undefined)?.params ?? {}
    return (
      String(route).startsWith(`GET ${path}`) &&
      named.every(([key, value]) => String(asked[key]) === String(value))
    )
  }
}
