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
type LayerSource = {
  /** True while a layer covers the page. */
  isOpen: () => boolean
  /** Closes the top layer, or asks first. */
  closeLast: () => void
}
/** Asks before the page is left; `leave` continues the navigation. */
type LeavePrompt = (leave: () => void) => void

const layerKey = 'almonerLayer'
const positionKey = 'almonerPlace'
/** A requested history step that never happens is given up after this time, so that addresses can change again. */
const stepTimeoutMs = 1_000

let layerSource: LayerSource = { isOpen: () => false, closeLast: () => undefined }
let guard: { pathname: string; ask: LeavePrompt } | undefined

/** Our position in the history; the browser does not reveal it. */
let position = 0
/** True on our own entry, whether its layer is still open or not. */
let onLayerEntry = false
/** Back has left our own entry, which is now the next one forward. */
let isLayerEntryAhead = false
/** A step of our own is pending: the navigation ignores its target unless it goes `through`. */
let pendingStep: { through: boolean; next?: (() => void) | undefined; giveUp: number } | undefined
/** Address changes requested while a step of our own was pending. */
let queuedChanges: (() => void)[] = []
/** The page replaced its address while our entry was on top: the page's own entry must get it too. */
let pendingReplace: [data: State, url: string | URL | null | undefined] | undefined
let syncTimer: number | undefined

/** Sets the source of open layers; called once. */
export function setLayerSource(next: LayerSource): void {
  layerSource = next
}

/**
 * Reports an opened or closed layer. Handled in a separate task, so that closing one layer for another makes no steps.
 */
export function layersChanged(): void {
  if (typeof window === 'undefined') return
  clearTimeout(syncTimer)
  syncTimer = window.setTimeout(syncLayerEntry)
}

/** Makes links, Back and Forward to another page ask first, until the returned function is called. */
export function guardPage(ask: LeavePrompt): () => void {
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

function syncLayerEntry(): void {
  if (pendingStep || onLayerEntry || !layerSource.isOpen()) return
  if (isLayerEntryAhead) return goInHistory(1)
  position += 1
  onLayerEntry = true
  nativeHistory.push({ ...(history.state as State), [layerKey]: true, [positionKey]: position }, '')
}

function goInHistory(steps: number, next?: () => void, through = false): void {
  pendingStep = { through, next, giveUp: window.setTimeout(endStep, stepTimeoutMs) }
  history.go(steps)
}

function endStep(): void {
  const { next, giveUp } = pendingStep ?? {}
  clearTimeout(giveUp)
  pendingStep = undefined
  readPosition(history.state as State)
  isLayerEntryAhead = false
  applyPendingReplace()
  const late = queuedChanges
  queuedChanges = []
  for (const change of late) change()
  next?.()
  layersChanged()
}

function readPosition(state: State): void {
  position = typeof state?.[positionKey] === 'number' ? state[positionKey] : 0
  onLayerEntry = state?.[layerKey] === true
}

function applyPendingReplace(): void {
  if (onLayerEntry || !pendingReplace) return
  const [data, url] = pendingReplace
  pendingReplace = undefined
  nativeHistory.replace({ ...data, [positionKey]: position }, '', url)
}

function onPopState(event: PopStateEvent): void {
  const state = event.state as State
  if (pendingStep) {
    if (!pendingStep.through) event.stopImmediatePropagation()
    return endStep()
  }
  // A link to a part of the page created an entry.
  if (typeof state?.[positionKey] !== 'number') {
    position += 1
    onLayerEntry = false
    return nativeHistory.replace({ ...state, [positionKey]: position }, '')
  }
  const steps = state[positionKey] - position
  if (layerSource.isOpen()) {
    event.stopImmediatePropagation()
    if (!onLayerEntry || steps !== -1) return goInHistory(-steps, layerSource.closeLast)
    readPosition(state)
    isLayerEntryAhead = true
    applyPendingReplace()
    layerSource.closeLast()
    return layersChanged()
  }
  if (onLayerEntry && steps === -1) {
    // The layer is already closed: Back refers to the page.
    event.stopImmediatePropagation()
    readPosition(state)
    applyPendingReplace()
    return history.back()
  }
  if (guard && guard.pathname !== location.pathname) {
    event.stopImmediatePropagation()
    const { ask } = guard
    const target = state[positionKey]
    return goInHistory(-steps, () => ask(() => goInHistory(target - position, undefined, true)))
  }
  readPosition(state)
}

function changeEntry(kind: 'push' | 'replace', data: State, url?: string | URL | null): void {
  if (pendingStep) return void queuedChanges.push(() => changeEntry(kind, data, url))
  if (kind === 'push' && onLayerEntry && pendingReplace) {
    queuedChanges.push(() => changeEntry(kind, data, url))
    return goInHistory(-1)
  }
  if (kind === 'push') {
    // A page opened from a layer replaces the layer's entry.
    if (!onLayerEntry) position += 1
    const write = onLayerEntry ? nativeHistory.replace : nativeHistory.push
    onLayerEntry = false
    isLayerEntryAhead = false
    return write({ ...data, [positionKey]: position }, '', url)
  }
  if (onLayerEntry) pendingReplace = [data, url]
  nativeHistory.replace(
    { ...data, ...(onLayerEntry && { [layerKey]: true }), [positionKey]: position },
    '',
    url,
  )
}

const nativeHistory =
  typeof window === 'undefined'
    ? { push: () => undefined, replace: () => undefined }
    : { push: history.pushState.bind(history), replace: history.replaceState.bind(history) }

if (typeof window !== 'undefined') {
  const left = history.state as State
  if (typeof left?.[positionKey] !== 'number') nativeHistory.replace({ ...left, [positionKey]: position }, '')
  readPosition(history.state as State)
  history.pushState = (data: State, _unused, url) => changeEntry('push', data, url)
  history.replaceState = (data: State, _unused, url) => changeEntry('replace', data, url)
  addEventListener('popstate', onPopState, { capture: true })
}
