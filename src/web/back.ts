/**
 * Back closes what lies over the page before it leaves the page. While something is open, one entry of our own lies on
 * top of the page's entry in the browser's history: Back takes that one away, and with it what was opened last. When
 * everything was closed otherwise, Back passes over it in the same step, the next layer uses it again, and the next page
 * takes its place, so that nobody meets an entry that does nothing.
 *
 * It works below the navigation (`router/navigate.ts`), on the browser's history: that one never sees these entries, and
 * is loaded after this, so that it hears of a step second.
 */

type State = Record<string, unknown> | null
type Cover = {
  /** True while something lies over the page. */
  isOpen: () => boolean
  /** Closes what was opened last, or asks first. */
  closeLast: () => void
}
/** Asks before the page is left; `leave` goes where the person wanted to go. */
type Ask = (leave: () => void) => void

const ownMark = 'almonerLayer'
const placeKey = 'almonerPlace'
/** A step we asked the browser for and that never came is given up, so that addresses can change again. */
const patience = 1_000

let cover: Cover = { isOpen: () => false, closeLast: () => undefined }
let guard: { pathname: string; ask: Ask } | undefined

/** Where in the history we are, counted by ourselves; the browser does not tell. */
let here = 0
/** True on our own entry, whether its layer is still open or not. */
let own = false
/** Back has left our own entry, which is the next one forward now. */
let ownIsAhead = false
/** A step of our own is on its way: where it leads is not for the navigation, unless it goes `through`. */
let travelling: { through: boolean; next?: (() => void) | undefined; giveUp: number } | undefined
/** Changes of the address that were asked for while a step of our own was on its way. */
let waiting: (() => void)[] = []
/** The page replaced its address while our entry lay on top: the page's own entry is to get it as well. */
let carried: [data: State, url: string | URL | null | undefined] | undefined
let settling: number | undefined

/** Tells what lies over the page; called once. */
export function coverPage(next: Cover): void {
  cover = next
}

/** Something was opened or closed. Looked at in a task of its own, so that one closing for another makes no steps. */
export function coverChanged(): void {
  if (typeof window === 'undefined') return
  clearTimeout(settling)
  settling = window.setTimeout(settle)
}

/** Links, Back and Forward to another page ask first, until the answer is called. */
export function guardPage(ask: Ask): () => void {
  const mine = { pathname: location.pathname, ask }
  guard = mine
  return () => {
    if (guard === mine) guard = undefined
  }
}

/** True when the person is asked before the page is left for another address. */
export function asksBeforeLeaving(pathname: string, leave: () => void): boolean {
  if (!guard || guard.pathname === pathname) return false
  guard.ask(leave)
  return true
}

function settle(): void {
  if (travelling || own || !cover.isOpen()) return
  if (ownIsAhead) return travel(1)
  here += 1
  own = true
  native.push({ ...(history.state as State), [ownMark]: true, [placeKey]: here }, '')
}

function travel(steps: number, next?: () => void, through = false): void {
  travelling = { through, next, giveUp: window.setTimeout(arrive, patience) }
  history.go(steps)
}

function arrive(): void {
  const { next, giveUp } = travelling ?? {}
  clearTimeout(giveUp)
  travelling = undefined
  noteWhere(history.state as State)
  ownIsAhead = false
  bringCarried()
  const late = waiting
  waiting = []
  for (const change of late) change()
  next?.()
  coverChanged()
}

function noteWhere(state: State): void {
  here = typeof state?.[placeKey] === 'number' ? state[placeKey] : 0
  own = state?.[ownMark] === true
}

function bringCarried(): void {
  if (own || !carried) return
  const [data, url] = carried
  carried = undefined
  native.replace({ ...data, [placeKey]: here }, '', url)
}

function onStep(event: PopStateEvent): void {
  const state = event.state as State
  if (travelling) {
    if (!travelling.through) event.stopImmediatePropagation()
    return arrive()
  }
  // A link to a part of the page made an entry.
  if (typeof state?.[placeKey] !== 'number') {
    here += 1
    own = false
    return native.replace({ ...state, [placeKey]: here }, '')
  }
  const steps = state[placeKey] - here
  if (cover.isOpen()) {
    event.stopImmediatePropagation()
    if (!own || steps !== -1) return travel(-steps, cover.closeLast)
    noteWhere(state)
    ownIsAhead = true
    bringCarried()
    cover.closeLast()
    return coverChanged()
  }
  if (own && steps === -1) {
    // What lay over the page is closed already: Back means the page.
    event.stopImmediatePropagation()
    noteWhere(state)
    bringCarried()
    return history.back()
  }
  if (guard && guard.pathname !== location.pathname) {
    event.stopImmediatePropagation()
    const { ask } = guard
    const target = state[placeKey]
    return travel(-steps, () => ask(() => travel(target - here, undefined, true)))
  }
  noteWhere(state)
}

function change(kind: 'push' | 'replace', data: State, url?: string | URL | null): void {
  if (travelling) return void waiting.push(() => change(kind, data, url))
  if (kind === 'push' && own && carried) {
    waiting.push(() => change(kind, data, url))
    return travel(-1)
  }
  if (kind === 'push') {
    // A page that is opened from a layer takes the place of the layer's entry.
    if (!own) here += 1
    const write = own ? native.replace : native.push
    own = false
    ownIsAhead = false
    return write({ ...data, [placeKey]: here }, '', url)
  }
  if (own) carried = [data, url]
  native.replace({ ...data, ...(own && { [ownMark]: true }), [placeKey]: here }, '', url)
}

const native =
  typeof window === 'undefined'
    ? { push: () => undefined, replace: () => undefined }
    : { push: history.pushState.bind(history), replace: history.replaceState.bind(history) }

if (typeof window !== 'undefined') {
  const left = history.state as State
  if (typeof left?.[placeKey] !== 'number') native.replace({ ...left, [placeKey]: here }, '')
  noteWhere(history.state as State)
  history.pushState = (data: State, _unused, url) => change('push', data, url)
  history.replaceState = (data: State, _unused, url) => change('replace', data, url)
  addEventListener('popstate', onStep, { capture: true })
}
