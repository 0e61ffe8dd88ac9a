/**
 * The page on the screen. The address changes at once; the old page stays until the code of the next one has loaded and
 * the session is known. The last navigation wins. `layer-history.ts` works below it on the browser's history.
 */
import type { ComponentType } from 'react'
import type { PageAddress, PagePath } from '#shared/pages.ts'
import { ApiError } from '../api.ts'
import { asksBeforeLeaving } from '../layer-history.ts'
import { isKnownWhoIsSignedIn, loadProfile } from '../profile.tsx'
import { stringifySearch } from '#shared/search-params.ts'
import { createStore } from '../store.ts'
import { type Location, locationOf, type Match, matcherOf } from './match.ts'
import type { Page, Pages } from './pages.ts'
import { type Arrival, startScrollRestoration, saveScrollPosition } from './scroll-restoration.ts'

export type ShownPage = {
  location: Location
  /** Its entry in the browser's history. */
  entry: string
  match: Match<string> | undefined
  /** True in the shell, which requires a signed-in person. */
  inside: boolean
  /** The page; undefined for an unknown or failed one. */
  Content?: ComponentType | undefined
  failure?: { error: unknown }
  arrival: Arrival
}
export type Search = Readonly<Record<string, string | number | undefined>>
type Options = {
  /** Replaces the current entry instead of adding one. */
  replace?: boolean | undefined
  /** Keeps the scroll position when only the page's state changes. */
  keepScroll?: boolean | undefined
}

const startPage: PagePath = '/site-admin/'
const signInPage: PagePath = '/login/'
const entryKey = 'almonerEntry'
/** Milliseconds over a link before its page is preloaded. */
const preloadDelayMs = 80

/** The page on the screen; undefined before the first one. */
export const shownPage = createStore<ShownPage | undefined>(undefined)
/** The address requested last; its page may still be loading. */
export const requestedLocation = createStore<Location | undefined>(undefined)

let pages: Pages = {}
let matchOf = matcherOf<string>([])
let entry = ''
let navigationId = 0
let preloadTimer: ReturnType<typeof setTimeout> | undefined

/** Sets the pages; called once, before anything else here. */
export function setPages(all: Pages): void {
  pages = all
  matchOf = matcherOf(Object.keys(all))
}

/**
 * Opens the page at the browser's address and follows Back and Forward from then on; the returned function stops it.
 */
export function startRouter(): () => void {
  const stopScrollRestoration = startScrollRestoration(() => shownPage.get()?.entry)
  const isNew = readEntry()
  addEventListener('popstate', onPopState)
  void openBrowserAddress(isNew ? 'top' : 'restored')
  return () => {
    navigationId += 1
    stopScrollRestoration()
    removeEventListener('popstate', onPopState)
    shownPage.set(undefined)
    requestedLocation.set(undefined)
  }
}

/**
 * Opens an address; asks first when unsaved changes would be lost. Settles when the page is shown, or when the person
 * was asked or navigated elsewhere meanwhile.
 */
export function navigate(address: PageAddress, { replace, keepScroll }: Options = {}): Promise<void> {
  return go(locationOf(address, requestedLocation.get()?.href), { replace, keepScroll })
}

/** Changes the query string of the same page. Ignored for a page that is being left. */
export function changeSearch(
  next: Search | ((now: Readonly<Record<string, string>>) => Search),
  options: Options = {},
): void {
  const shown = shownPage.get()
  if (!shown || shown.location.pathname !== requestedLocation.get()?.pathname) return
  const { pathname, search } = shown.location
  const wanted = stringifySearch(typeof next === 'function' ? next(search) : next)
  void go(locationOf(pathname + wanted), { keepScroll: true, ...options })
}

/** Shows an address whose code has loaded, to a signed-in person: the page that the server renders. */
export function showLoaded(to: Location): void {
  requestedLocation.set(to)
  const { next, part } = pageFor(to, 'top')
  shownPage.set({ ...next, Content: part?.now() })
}

/** Retries the address whose page failed. */
export function retry(): void {
  const failed = requestedLocation.get()
  if (failed) void open(failed, 'kept')
}

/** Preloads the code of an address's page. A failure is ignored: opening loads again and reports it. */
export async function preload(address: string): Promise<void> {
  await partOf(pageAt(resolveLocation(locationOf(address, requestedLocation.get()?.href))))
    ?.load()
    .catch(() => undefined)
}

/** For a link: preloads its page when the pointer or the focus rests on it. */
export function schedulePreload(address: string): void {
  clearTimeout(preloadTimer)
  preloadTimer = setTimeout(() => void preload(address), preloadDelayMs)
}

export function cancelPreload(): void {
  clearTimeout(preloadTimer)
}

function go(wanted: Location, { replace, keepScroll }: Options): Promise<void> {
  const to = resolveLocation(wanted)
  const leave = () => {
    write(to, replace || to.href === requestedLocation.get()?.href)
    return open(to, keepScroll ? 'kept' : 'top')
  }
  return asksBeforeLeaving(to.pathname, leave) ? Promise.resolve() : leave()
}

/** Resolves an address: the start page for an empty one, the new address for a moved one. */
function resolveLocation(wanted: Location): Location {
  const { pathname, search, hash } = wanted
  const found = pageAt(wanted)
  const path = pathname === '/' ? startPage : found?.kind === 'moved' ? found.to : undefined
  return path ? locationOf(path + stringifySearch(search) + hash) : wanted
}

function pageAt({ pathname }: Location): Page | undefined {
  const match = matchOf(pathname)
  return match && pages[match.path]
}

const partOf = (found: Page | undefined) => (found && found.kind !== 'moved' ? found.part : undefined)

/** An address's page, still without its code, which is a part of its own. */
function pageFor(to: Location, arrival: Arrival) {
  const match = matchOf(to.pathname)
  const found = match && pages[match.path]
  // An unknown address of the back-office keeps the navigation.
  const inside = found ? found.kind === 'inside' : to.pathname.startsWith(startPage)
  return { next: { location: to, entry, match, inside, arrival }, part: partOf(found) }
}

async function open(to: Location, arrival: Arrival): Promise<void> {
  const mine = (navigationId += 1)
  requestedLocation.set(to)
  const { next, part } = pageFor(to, arrival)
  const { inside } = next
  if ((inside && !isKnownWhoIsSignedIn()) || (part && !part.now())) {
    const [person, code] = [inside ? loadProfile() : undefined, part?.load()].map(errorOf)
    const nobody = await person
    if (mine !== navigationId) return
    if (nobody?.error instanceof ApiError && nobody.error.status === 401) return redirectToSignIn(to)
    if (nobody) return show({ ...next, inside: false, failure: nobody })
    const failure = await code
    if (mine !== navigationId) return
    if (failure) return show({ ...next, failure })
  }
  show({ ...next, Content: part?.now() })
}

/** The error, or undefined on success; both requests run in parallel, so neither rejection may go unhandled. */
function errorOf(work: Promise<unknown> | undefined): Promise<{ error: unknown } | undefined> {
  return Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
}

function redirectToSignIn(next: Location): Promise<void> {
  const signIn = locationOf(signInPage + stringifySearch({ next: next.href }))
  write(signIn, true)
  return open(signIn, 'top')
}

function show(next: ShownPage): void {
  const before = shownPage.get()
  if (before) saveScrollPosition(before.entry)
  shownPage.set(next)
}

function write({ href }: Location, replace = false): void {
  if (!replace) entry = newEntry()
  history[replace ? 'replaceState' : 'pushState']({ [entryKey]: entry }, '', href)
}

const newEntry = () => Math.random().toString(36).slice(2)
const browserAddress = () => location.pathname + location.search + location.hash

/** Reads the id of the browser's history entry, or assigns one. True when it had none. */
function readEntry(): boolean {
  const state = history.state as Record<string, unknown> | null
  const known = state?.[entryKey]
  entry = typeof known === 'string' ? known : newEntry()
  if (known !== entry) history.replaceState({ ...state, [entryKey]: entry }, '')
  return known !== entry
}

function onPopState(): void {
  const isNew = readEntry()
  // A fragment link created an entry; the browser has already scrolled there.
  if (isNew && location.pathname === requestedLocation.get()?.pathname) return
  void openBrowserAddress('restored')
}

/** Opens the browser's address and canonicalizes it. */
function openBrowserAddress(arrival: Arrival): Promise<void> {
  const here = resolveLocation(locationOf(browserAddress()))
  if (here.href !== browserAddress()) write(here, true)
  return open(here, arrival)
}
