/**
 * Back closes a layer over the page before it leaves the page. While a layer is open, one entry of our own lies on top
 * of the page's entry in the browser's history: Back removes it and closes the top layer. When all layers were closed
 * in another way, Back skips the entry in the same step, the next layer reuses it, and the next page replaces it, so
 * that no entry without effect remains.
 *
 * It works below the navigation (`router/navigate.ts`), on the browser's history: the navigation never sees these
 * entries. It loads later, so its handlers run after those here.
 */

type State = Record<string, unknown> | null
type Cover = {
  /** True while a layer covers the page. */
  isOpen: () => boolean
  /** Closes the top layer, or asks first. */
  closeLast: () => void
}
/** Asks before the page is left; `leave` continues the navigation. */
type Ask = (leave: () => void) => void

const ownMark = 'almonerLayer'
const placeKey = 'almonerPlace'
/** A requested history step that never happens is given up after this time, so that addresses can change again. */
const patience = 1_000

let cover: Cover = { isOpen: () => false, closeLast: () => undefined }
let guard: { pathname: string; ask: Ask } | undefined

/** Our position in the history; the browser does not reveal it. */
let here = 0
/** True on our own entry, whether its layer is still open or not. */
let own = false
/** Back has left our own entry, which is now the next one forward. */
let ownIsAhead = false
/** A step of our own is pending: the navigation ignores its target unless it goes `through`. */
let travelling: { through: boolean; next?: (() => void) | undefined; giveUp: number } | undefined
/** Address changes requested while a step of our own was pending. */
let waiting: (() => void)[] = []
/** The page replaced its address while our entry was on top: the page's own entry must get it too. */
let carried: [data: State, url: string | URL | null | undefined] | undefined
let settling: number | undefined

/** Sets the source of open layers; called once. */
export function coverPage(next: Cover): void {
  cover = next
}

/**
 * Reports an opened or closed layer. Handled in a separate task, so that closing one layer for another makes no steps.
 */
export function coverChanged(): void {
  if (typeof window === 'undefined') return
  clearTimeout(settling)
  settling = window.setTimeout(settle)
}

/** Makes links, Back and Forward to another page ask first, until the returned function is called. */
export function guardPage(ask: Ask): () => void {
  const mine = { pathname: location.pathname, ask }
  guard = mine
  return () => {
    if (guard === mine) guard = undefined
  }
}

/** True when leaving the page for another address needs a confirmation. */
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
  // A link to a part of the page created an entry.
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
    // The layer is already closed: Back refers to the page.
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
    // A page opened from a layer replaces the layer's entry.
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
