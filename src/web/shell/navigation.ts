import { createContext, useContext, useEffect, useState } from 'react'
import type { PageAddress, PlainPage } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import { useAllowed } from '../profile.tsx'
import { useRequestedPath, useLocation } from '../router/page.ts'
import type { TextKey } from '../texts.ts'
import type { Icon } from '../ui/icons.ts'

export type NavigationPage = {
  to: PlainPage
  text: TextKey
  /** Without this permission the page is hidden. */
  permission?: Permission
  /** Or without any of these. */
  anyOf?: readonly Permission[]
  /** Second key after `g` (design: keyboard). */
  key?: string
  /** Further pages that belong to it and show the same tabs. */
  views?: readonly PlainPage[]
  /** Address prefixes of its records. */
  records?: readonly string[]
  /** Heading of the group that starts with it, where pages form a list. */
  group?: TextKey
}

/** An entry for one area of work: it leads to the first of its pages that the person may see; the others are tabs. */
type NavigationEntry = {
  text: TextKey
  icon: Icon
  /** Second key after `g`, for the first page. */
  key?: string
  /** Shows many pages as a list on the left. */
  look?: 'list'
  pages: readonly [NavigationPage, ...NavigationPage[]]
}

/** The navigation entries given to the shell. */
export type Navigation = readonly NavigationEntry[]

/** True when the page is visible to a person. */
function isOffered(page: NavigationPage, allowed: (permission: Permission) => boolean): boolean {
  if (page.anyOf) return page.anyOf.some(allowed)
  return !page.permission || allowed(page.permission)
}

/** An entry with the pages that the person may see, at least one. */
export type OfferedEntry = Omit<NavigationEntry, 'pages'> & { pages: [NavigationPage, ...NavigationPage[]] }

/** The entries with at least one page for the person. */
export function useOfferedEntries(): OfferedEntry[] {
  const allowed = useAllowed()
  return useContext(NavigationContext).flatMap((entry) => {
    const [first, ...rest] = entry.pages.filter((page) => isOffered(page, allowed))
    return first ? [{ ...entry, pages: [first, ...rest] }] : []
  })
}

/** Targets of `g` and a letter: the entries, and pages with a letter of their own. */
export const goKeysOf = (entries: readonly OfferedEntry[]) =>
  entries.flatMap((entry) =>
    [{ ...entry, to: entry.pages[0].to }, ...entry.pages].flatMap(({ key, to, text }) =>
      key ? [{ key, to, text }] : [],
    ),
  )

/** The entry and page whose address (or that of their views or records) is the longest prefix of the path. */
export function placeOf<E extends { pages: readonly NavigationPage[] }>(
  entries: readonly E[],
  path: string,
): { entry: E; page: NavigationPage } | undefined {
  const fitting = entries.flatMap((entry) =>
    entry.pages.flatMap((page) =>
      [page.to, ...(page.views ?? []), ...(page.records ?? [])]
        .filter((start) => (start === '/site-admin/' ? path === start : path.startsWith(start)))
        .map((start) => ({ entry, page, length: start.length })),
    ),
  )
  return fitting.sort((a, b) => b.length - a.length)[0]
}

/** The entry whose pages are shown beside the current page; undefined for a page without neighbours. */
export function useEntryHere(): { entry: OfferedEntry; current: NavigationPage } | undefined {
  const { pathname } = useLocation()
  const asked = useRequestedPath() ?? pathname
  const entries = useOfferedEntries()
  const here = placeOf(entries, pathname)
  const isOneOf = here && [here.page.to, ...(here.page.views ?? [])].some((page) => page === pathname)
  if (!isOneOf || here.entry.pages.length < 2) return undefined
  // The tab is marked at once; its page follows when its code has loaded.
  const next = placeOf(entries, asked)
  return { entry: here.entry, current: next?.entry === here.entry ? next.page : here.page }
}

/** An action that starts something, or a named part of a page, for the palette. */
export type StartingPoint = {
  to: PageAddress
  text: TextKey
  icon: Icon
  permission?: Permission
  /** The page it belongs to: found by name only, never suggested. */
  partOf?: TextKey
}

/** Work that waits for the person on a page: its number, and the texts for it. */
export type Waiting = Readonly<Partial<Record<PlainPage, { count: number | undefined; text: TextKey }>>>

export type PageIcons = Readonly<Partial<Record<PlainPage, Icon>>>

/** Navigation data that first pages do not need: the palette's further offers, and their icons. */
type DeferredNavigation = { starts: readonly StartingPoint[]; icons: PageIcons }
export type LoadDeferredNavigation = () => Promise<DeferredNavigation>

const emptyDeferredNavigation: DeferredNavigation = { starts: [], icons: {} }
export const DeferredNavigationContext = createContext<LoadDeferredNavigation>(() =>
  Promise.resolve(emptyDeferredNavigation),
)

/** Loads it on demand; empty until loaded. */
export function useDeferredNavigation(wanted = true): DeferredNavigation {
  const load = useContext(DeferredNavigationContext)
  const [later, setLater] = useState(emptyDeferredNavigation)
  useEffect(() => {
    // Without its code fewer entries are offered; the page itself reports a new version.
    if (wanted) void load().then(setLater, () => undefined)
  }, [wanted, load])
  return later
}

export const NavigationContext = createContext<Navigation>([])
export const WaitingContext = createContext<Waiting>({})

/** The person's pinned pages that exist and that they may see, in pinning order. */
export function pinnedOf(entries: readonly OfferedEntry[], pinned: readonly string[]): NavigationPage[] {
  const pages = entries.flatMap((entry) => entry.pages)
  return pinned.flatMap((to) => pages.find((page) => page.to === to) ?? [])
}
