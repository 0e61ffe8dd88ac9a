/**
 * What goes stale by a change, read off what routes declare (docs/decisions/0085). `api()` calls `staleAfter()` for every call that
 * changes something, so pages call `refreshed()` at most, to wait until what they show is new, and `markStale()` for work that ended later.
 */
import type { Query } from '@tanstack/react-query'
import type { RouteByName } from '#shared/route.ts'
import type { Subject } from '#shared/subjects.ts'
import { queryClient } from './query-client.ts'

type Subjects = readonly Subject[] | 'anything'
type Params = Record<string, string | number>
type Declared = { shows: Record<string, Subjects>; changes: Record<string, Subjects> }

let declared: Promise<Declared | undefined> | undefined

/** What routes show and change. Loaded with the first change; a file that cannot be had makes everything stale. */
function declarations(): Promise<Declared | undefined> {
  declared ??= import('virtual:subjects').catch(() => (declared = undefined))
  return declared
}

const underWay = new Set<Promise<void>>()

/** Resolves when everything that was marked as stale has been read again, as far as it is on the screen. */
export async function refreshed(): Promise<void> {
  await Promise.all(underWay)
}

/** Marks what shows these subjects as stale, and what any change can alter; what is on the screen is read again. */
export function markStale(...subjects: Subject[]): Promise<void> {
  const early = readForTheFirstTime()
  return track(async () => readAgain(whatShows(await declarations(), subjects), early))
}

/** Marks a list as stale, and everything that shows the same: its counts, the records that are looked at beside it. */
export function markListStale(list: keyof RouteByName): Promise<void> {
  const early = readForTheFirstTime()
  return track(async () => {
    const known = await declarations()
    const shown = known?.shows[list] ?? []
    const showsTheSame = whatShows(known, shown === 'anything' ? [] : shown)
    await readAgain((query) => query.queryKey[0] === list || showsTheSame(query), early)
  })
}

/**
 * Marks what a call changed as stale, and `more` with it, once its caller has dealt with the answer. What was put in place
 * or asked for since the answer is fresh, and what the call deleted is not asked for again.
 */
export function staleAfter(
  name: keyof RouteByName,
  params: Params = {},
  more: readonly Subject[] = [],
): void {
  const early = readForTheFirstTime()
  const freshSince = watchFresh()
  void track(async () => {
    const loading = declarations()
    await new Promise((later) => setTimeout(later))
    const fresh = freshSince()
    const known = await loading
    const changed = known ? known.changes[name] : 'anything'
    const subjects = changed === 'anything' ? changed : [...(changed ?? []), ...more]
    if (subjects.length === 0) return
    const isStale = whatShows(known, subjects)
    const isGone = whatIsGone(name, params)
    await Promise.all([
      readAgain((query) => isStale(query) && !fresh.has(query) && !isGone(query), early),
      queryClient.invalidateQueries({ predicate: isGone, refetchType: 'none' }),
    ])
  })
}

type IsStale = (query: Query) => boolean

function whatShows(known: Declared | undefined, subjects: Subjects): IsStale {
  if (!known || subjects === 'anything') return () => true
  const changed = new Set(subjects)
  return ({ queryKey: [route] }) => {
    const shown = known.shows[String(route)]
    return shown === 'anything' || shown?.some((subject) => changed.has(subject)) === true
  }
}

/** A deleted record and what belongs to it: `DELETE …/:slug/` takes `GET …/:slug/…` of the same slug along. */
function whatIsGone(name: string, params: Params): IsStale {
  const [method, path = ''] = name.split(' ')
  if (method !== 'DELETE' || !/\/:\w+\/$/.test(path) || Object.keys(params).length === 0) return () => false
  return ({ queryKey: [route, args] }) => {
    const asked = (args as { params?: Params } | undefined)?.params ?? {}
    return (
      String(route).startsWith(`GET ${path}`) &&
      Object.entries(params).every(([key, value]) => String(asked[key]) === String(value))
    )
  }
}

const readForTheFirstTime = (): Set<Query> =>
  new Set(queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isUnread }))

const isUnread = ({ state }: Query) => state.data === undefined

/** Gathers the queries that are put in place or asked for, until what it gives is called. */
function watchFresh(): () => Set<Query> {
  const fresh = new Set<Query>()
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'fetch' || (action.type === 'success' && action.manual)) fresh.add(query)
  })
  return () => {
    stop()
    return fresh
  }
}

async function readAgain(isStale: IsStale, early: Set<Query>): Promise<void> {
  await queryClient.invalidateQueries({ predicate: isStale })
  // What is read for the first time was asked for before the change, and nobody calls that off: once more behind it.
  const again = (query: Query) => early.has(query) && isStale(query)
  await queryClient.invalidateQueries({ predicate: again })
}

function track(work: () => Promise<void>): Promise<void> {
  const doing = work().finally(() => underWay.delete(doing))
  underWay.add(doing)
  return doing
}
