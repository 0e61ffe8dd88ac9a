/**
 * Which page is on the screen. The address changes at once; the page before stays until the code of the next one is here
 * and it is known who is signed in. The last navigation wins. `back.ts` works below it on the browser's history.
 */
import type { ComponentType } from 'react'
import type { PageAddress, PagePath } from '#shared/pages.ts'
import { ApiError } from '../api.ts'
import { asksBeforeLeaving } from '../back.ts'
import { isKnownWhoIsSignedIn, loadProfile } from '../profile.tsx'
import { stringifySearch } from '../search-params.ts'
import { createStore } from '../store.ts'
import { type Location, locationOf, type Match, matcherOf } from './match.ts'
import type { Page, Pages } from './pages.ts'
import { type Arrival, keepPlaces, notePlace } from './scroll.ts'

/** What is on the screen. */
export type Shown = {
  location: Location
  /** The entry of the browser's history it belongs to. */
  entry: string
  match: Match<string> | undefined
  /** True in the shell, which needs somebody signed in. */
  inside: boolean
  /** The page; undefined where no page is, or where it failed. */
  Content?: ComponentType | undefined
  failure?: { error: unknown }
  arrival: Arrival
}
export type Search = Readonly<Record<string, string | number | undefined>>
type Options = {
  /** Takes the place of this entry, instead of adding one that Back leads away from. */
  replace?: boolean | undefined
  /** Leaves the page scrolled as it is, where only its state changes. */
  keepScroll?: boolean | undefined
}

const startPage: PagePath = '/site-admin/'
const signInPage: PagePath = '/login/'
const entryKey = 'almonerEntry'
/** Milliseconds over a link before the code of its page is loaded. */
const intent = 80

/** What is on the screen; undefined before the first page is. */
export const shownPage = createStore<Shown | undefined>(undefined)
/** The address that was asked for last; its page may still be on its way. */
export const askedLocation = createStore<Location | undefined>(undefined)

let pages: Pages = {}
let matchOf = matcherOf<string>([])
let entry = ''
let turn = 0
let intended: ReturnType<typeof setTimeout> | undefined

/** Names the pages; called once, before anything else here. */
export function setPages(all: Pages): void {
  pages = all
  matchOf = matcherOf(Object.keys(all))
}

/** Opens the page at the browser's address, and follows Back and Forward from then on; the answer ends it. */
export function startRouter(): () => void {
  const stopKeeping = keepPlaces(() => shownPage.get()?.entry)
  readEntry()
  addEventListener('popstate', onStep)
  void openHere('restored')
  return () => {
    turn += 1
    stopKeeping()
    removeEventListener('popstate', onStep)
    shownPage.set(undefined)
    askedLocation.set(undefined)
  }
}

/**
 * Opens an address. Asks first where unsaved changes would be lost. Settles when its page is there, or when somebody
 * was asked or went elsewhere meanwhile.
 */
export function navigate(address: PageAddress, { replace, keepScroll }: Options = {}): Promise<void> {
  return go(locationOf(address, askedLocation.get()?.href), { replace, keepScroll })
}

/** The same page with another query string. A page that is being left calls nobody back. */
export function changeSearch(
  next: Search | ((now: Readonly<Record<string, string>>) => Search),
  options: Options = {},
): void {
  const shown = shownPage.get()
  if (!shown || shown.location.pathname !== askedLocation.get()?.pathname) return
  const { pathname, search } = shown.location
  const wanted = stringifySearch(typeof next === 'function' ? next(search) : next)
  void go(locationOf(pathname + wanted), { keepScroll: true, ...options })
}

/** Tries the address again whose page failed. */
export function retry(): void {
  const failed = askedLocation.get()
  if (failed) void open(failed, 'kept')
}

/** Loads the code of an address's page ahead. A failure is none: opening loads again and reports. */
export async function preload(address: string): Promise<void> {
  await partOf(pageAt(resolved(locationOf(address, askedLocation.get()?.href))))
    ?.load()
    .catch(() => undefined)
}

/** For a link: loads its page's code when the pointer or the focus rests on it. */
export function preloadSoon(address: string): void {
  clearTimeout(intended)
  intended = setTimeout(() => void preload(address), intent)
}

export function preloadNoMore(): void {
  clearTimeout(intended)
}

function go(wanted: Location, { replace, keepScroll }: Options): Promise<void> {
  const to = resolved(wanted)
  const leave = () => {
    write(to, replace || to.href === askedLocation.get()?.href)
    return open(to, keepScroll ? 'kept' : 'top')
  }
  return asksBeforeLeaving(to.pathname, leave) ? Promise.resolve() : leave()
}

/** Where an address leads: the start page for none, the new address for one that has moved. */
function resolved(wanted: Location): Location {
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

async function open(to: Location, arrival: Arrival): Promise<void> {
  const mine = (turn += 1)
  askedLocation.set(to)
  const match = matchOf(to.pathname)
  const found = match && pages[match.path]
  // An unknown address of the back-office keeps the navigation around it.
  const inside = found ? found.kind === 'inside' : to.pathname.startsWith(startPage)
  const part = partOf(found)
  const next = { location: to, entry, match, inside, arrival }
  if ((inside && !isKnownWhoIsSignedIn()) || (part && !part.now())) {
    const [person, code] = [inside ? loadProfile() : undefined, part?.load()].map(settled)
    const nobody = await person
    if (mine !== turn) return
    if (nobody?.error instanceof ApiError && nobody.error.status === 401) return askToSignIn(to)
    if (nobody) return show({ ...next, inside: false, failure: nobody })
    const failure = await code
    if (mine !== turn) return
    if (failure) return show({ ...next, failure })
  }
  show({ ...next, Content: part?.now() })
}

/** Undefined when it went well; both are asked for side by side, so neither may fail unheard. */
function settled(work: Promise<unknown> | undefined): Promise<{ error: unknown } | undefined> {
  return Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
}

function askToSignIn(next: Location): Promise<void> {
  const signIn = locationOf(signInPage + stringifySearch({ next: next.href }))
  write(signIn, true)
  return open(signIn, 'top')
}

function show(next: Shown): void {
  const before = shownPage.get()
  if (before) notePlace(before.entry)
  shownPage.set(next)
}

function write({ href }: Location, replace = false): void {
  if (!replace) entry = newEntry()
  history[replace ? 'replaceState' : 'pushState']({ [entryKey]: entry }, '', href)
}

const newEntry = () => Math.random().toString(36).slice(2)
const browserAddress = () => location.pathname + location.search + location.hash

/** Takes the name of the browser's entry, or gives it one. True for one that had none. */
function readEntry(): boolean {
  const state = history.state as Record<string, unknown> | null
  const known = state?.[entryKey]
  entry = typeof known === 'string' ? known : newEntry()
  if (known !== entry) history.replaceState({ ...state, [entryKey]: entry }, '')
  return known !== entry
}

function onStep(): void {
  const isNew = readEntry()
  // A link to a part of the page made an entry; the browser has scrolled there.
  if (isNew && location.pathname === askedLocation.get()?.pathname) return
  void openHere('restored')
}

/** Opens what the browser's address says, and writes it as the product does. */
function openHere(arrival: Arrival): Promise<void> {
  const here = resolved(locationOf(browserAddress()))
  if (here.href !== browserAddress()) write(here, true)
  return open(here, arrival)
}
