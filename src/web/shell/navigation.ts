import { createContext, useContext, useEffect, useState } from 'react'
import type { PageAddress, PlainPage } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import { useAllowed } from '../profile.tsx'
import { useAskedPath, useLocation } from '../router/page.ts'
import type { TextKey } from '../texts.ts'
import type { Icon } from '../ui/icons.ts'

/** A page that the navigation leads to. */
export type NavigationPage = {
  to: PlainPage
  text: TextKey
  /** Without this permission the page is absent. */
  permission?: Permission
  /** Or without any of these. */
  anyOf?: readonly Permission[]
  /** Second key after `g` (design: keyboard). */
  key?: string
  /** Other pages that belong to it and show the same tabs. */
  views?: readonly PlainPage[]
  /** Beginnings of the addresses of its records. */
  records?: readonly string[]
  /** Heading of the group that begins with it, where pages stand in a list. */
  group?: TextKey
}

/** A place for one job: it leads to the first of its pages that the person may see; the others are tabs beside it. */
type NavigationEntry = {
  text: TextKey
  icon: Icon
  /** Second key after `g`, for the first page. */
  key?: string
  /** Many pages stand in a list at the left. */
  look?: 'list'
  pages: readonly [NavigationPage, ...NavigationPage[]]
}

/** The entries of the navigation, as the shell is handed them. */
export type Navigation = readonly NavigationEntry[]

/** True when the page is there for a person. */
function isOffered(page: NavigationPage, allowed: (permission: Permission) => boolean): boolean {
  if (page.anyOf) return page.anyOf.some(allowed)
  return !page.permission || allowed(page.permission)
}

/** An entry with the pages that the person may see, at least one. */
export type OfferedEntry = Omit<NavigationEntry, 'pages'> & { pages: [NavigationPage, ...NavigationPage[]] }

/** The entries that have something for the person. */
export function useOfferedEntries(): OfferedEntry[] {
  const allowed = useAllowed()
  return useContext(NavigationContext).flatMap((entry) => {
    const [first, ...rest] = entry.pages.filter((page) => isOffered(page, allowed))
    return first ? [{ ...entry, pages: [first, ...rest] }] : []
  })
}

/** Where `g` and a letter lead: to the entries, and to pages that have a letter of their own. */
export const goKeysOf = (entries: readonly OfferedEntry[]) =>
  entries.flatMap((entry) =>
    [{ ...entry, to: entry.pages[0].to }, ...entry.pages].flatMap(({ key, to, text }) =>
      key ? [{ key, to, text }] : [],
    ),
  )

/** Entry and page under whose address, or that of a view or record of theirs, the path stands: the longest that fits. */
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

/** The entry whose pages stand beside the page on the screen; undefined where that has no page beside it. */
export function useEntryHere(): { entry: OfferedEntry; current: NavigationPage } | undefined {
  const { pathname } = useLocation()
  const asked = useAskedPath() ?? pathname
  const entries = useOfferedEntries()
  const here = placeOf(entries, pathname)
  const isOneOf = here && [here.page.to, ...(here.page.views ?? [])].some((page) => page === pathname)
  if (!isOneOf || here.entry.pages.length < 2) return undefined
  // The tab is marked at once, its page comes when its code is here.
  const next = placeOf(entries, asked)
  return { entry: here.entry, current: next?.entry === here.entry ? next.page : here.page }
}

/** A page where something begins, or a part of a page that has a name of its own, for the palette. */
export type StartingPoint = {
  to: PageAddress
  text: TextKey
  icon: Icon
  permission?: Permission
  /** The page it is a part of: found by its name only, not offered unasked. */
  partOf?: TextKey
}

/** What waits for the person on a page: how much, and the words for it. */
export type Waiting = Readonly<Partial<Record<PlainPage, { count: number | undefined; text: TextKey }>>>

export type PageIcons = Readonly<Partial<Record<PlainPage, Icon>>>

/** What a first page has no need of: what the palette offers beyond the pages, and their icons. */
type LaterNavigation = { starts: readonly StartingPoint[]; icons: PageIcons }
export type LoadLater = () => Promise<LaterNavigation>

const notYet: LaterNavigation = { starts: [], icons: {} }
export const LaterContext = createContext<LoadLater>(() => Promise.resolve(notYet))

/** Loads it where it is wanted; empty until it is here. */
export function useLaterNavigation(wanted = true): LaterNavigation {
  const load = useContext(LaterContext)
  const [later, setLater] = useState(notYet)
  useEffect(() => {
    // Without its code something less is offered; the page says itself when a new version is there.
    if (wanted) void load().then(setLater, () => undefined)
  }, [wanted, load])
  return later
}

export const NavigationContext = createContext<Navigation>([])
export const WaitingContext = createContext<Waiting>({})

/** The pages a person pinned that are there and that they may see, in the order in which they were pinned. */
export function pinnedOf(entries: readonly OfferedEntry[], pinned: readonly string[]): NavigationPage[] {
  const pages = entries.flatMap((entry) => entry.pages)
  return pinned.flatMap((to) => pages.find((page) => page.to === to) ?? [])
}
