/**
 * Scroll positions per history entry, restored on Back, Forward and reload. The browser's own restoration knows only
 * the window and runs before the page is rendered.
 */

/** Scroll offsets of the window and of each `[data-scroller]` in the page. */
type ScrollPosition = Record<string, [left: number, top: number]>

/** The scroll position of a new page: its top, unchanged, or as it was left. */
export type Arrival = 'top' | 'kept' | 'restored'

const storageKey = 'almoner.scroll'
const maxEntries = 50
/** How long a page may take to reach its former height. */
const restoreTimeoutMs = 1_500
/** Input that ends the restoration. */
const userScrollEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Read when first needed: the first access to the storage waits for another process. */
let positions: Map<string, ScrollPosition> | undefined
/** Something has scrolled since the page came. Until then positions are not read, which would force a layout. */
let hasScrolled = false
const onScroll = () => {
  hasScrolled = true
}

/** Takes over from the browser and keeps positions across a reload. */
export function startScrollRestoration(shownEntry: () => string | undefined): () => void {
  history.scrollRestoration = 'manual'
  positions = undefined
  const onHide = () => {
    const entry = shownEntry()
    if (entry) saveScrollPosition(entry)
    if (!positions) return
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-maxEntries)))
    } catch {
      // Without storage a reload starts at the top.
    }
  }
  addEventListener('pagehide', onHide)
  addEventListener('scroll', onScroll, true)
  return () => {
    removeEventListener('pagehide', onHide)
    removeEventListener('scroll', onScroll, true)
  }
}

function readPositions(): Map<string, ScrollPosition> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPosition][])
  } catch {
    return new Map()
  }
}

/** Stores the position before this entry's page leaves. */
export function saveScrollPosition(entry: string): void {
  if (!hasScrolled) return
  positions ??= readPositions()
  positions.delete(entry)
  positions.set(entry, {
    window: [scrollX, scrollY],
    ...Object.fromEntries(scrollers().map((each) => [nameOf(each), [each.scrollLeft, each.scrollTop]])),
  })
}

/**
 * Restores the position after this entry's page has rendered. The returned function stops it when the next page comes.
 */
export function restoreScrollPosition(
  entry: string,
  hash: string,
  arrival: Arrival,
): (() => void) | undefined {
  if (arrival === 'kept') return undefined
  const place = arrival === 'restored' ? (positions ??= readPositions()).get(entry) : undefined
  if (hasScrolled && !place) restore({})
  hasScrolled = place !== undefined
  if (place) return retryEachFrame(() => restore(place))
  return hash ? retryEachFrame(() => showPart(hash)) : undefined
}

const scrollers = () => [...document.querySelectorAll<HTMLElement>('[data-scroller]')]
const nameOf = (scroller: HTMLElement) => scroller.dataset.scroller!

/**
 * True when all positions are restored; a page without its rows is still too short. Unnamed scrollers go to the top.
 */
function restore(place: ScrollPosition): boolean {
  const goals: ScrollPosition = {
    window: [0, 0],
    ...Object.fromEntries(scrollers().map((each) => [nameOf(each), [0, 0]])),
    ...place,
  }
  return Object.entries(goals)
    .map(([name, [left, top]]) => scrollOne(name, left, top))
    .every(Boolean)
}

function scrollOne(name: string, left: number, top: number): boolean {
  if (name === 'window') {
    if (scrollX !== left || scrollY !== top) scrollTo(left, top)
    return Math.abs(scrollY - top) < 1
  }
  const scroller = scrollers().find((each) => nameOf(each) === name)
  if (!scroller) return top === 0
  scroller.scrollLeft = left
  scroller.scrollTop = top
  return Math.abs(scroller.scrollTop - top) < 1
}

function showPart(hash: string): boolean {
  const part = document.getElementById(hash.slice(1))
  part?.scrollIntoView()
  return part !== null
}

/** Retries on each frame until the person scrolls or time runs out. */
function retryEachFrame(attempt: () => boolean): () => void {
  const end = performance.now() + restoreTimeoutMs
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of userScrollEvents) removeEventListener(event, stop, true)
  }
  const next = () => {
    if (attempt() || performance.now() > end) stop()
    else frame = requestAnimationFrame(next)
  }
  for (const event of userScrollEvents) addEventListener(event, stop, true)
  next()
  return stop
}
