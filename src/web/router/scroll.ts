/**
 * Where each entry of the browser's history was scrolled to, so that Back, Forward and a reload find the same place. The
 * browser's own memory of it knows only the window, and comes before the page is there.
 */

/** How far the window and each `[data-scroller]` of the page are scrolled. */
type Place = Record<string, [left: number, top: number]>

/** How a page comes onto the screen: at its top, scrolled as it stands, or as it was when it was left. */
export type Arrival = 'top' | 'kept' | 'restored'

const storageKey = 'almoner.scroll'
const most = 50
/** How long a page may take to become as tall as it was. */
const patience = 1_500
/** With these a person takes over. */
const scrolledBy = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

let places = new Map<string, Place>()
/** Nothing has scrolled yet in a document that was just loaded, and to ask would lay its first page out twice. */
let fresh = true

/** Takes over from the browser, and keeps the places over a reload. */
export function keepPlaces(shownEntry: () => string | undefined): () => void {
  history.scrollRestoration = 'manual'
  places = stored()
  const onHide = () => {
    const entry = shownEntry()
    if (entry) notePlace(entry)
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...places].slice(-most)))
    } catch {
      // Without storage a reload begins at the top.
    }
  }
  addEventListener('pagehide', onHide)
  return () => removeEventListener('pagehide', onHide)
}

function stored(): Map<string, Place> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Place][])
  } catch {
    return new Map()
  }
}

/** The page of this entry is about to go. */
export function notePlace(entry: string): void {
  places.delete(entry)
  places.set(entry, {
    window: [scrollX, scrollY],
    ...Object.fromEntries(scrollers().map((each) => [nameOf(each), [each.scrollLeft, each.scrollTop]])),
  })
}

/** The page of this entry was drawn: scrolls it to where it belongs. The answer ends that, when the next one comes. */
export function takePlace(entry: string, hash: string, arrival: Arrival): (() => void) | undefined {
  if (arrival === 'kept') return undefined
  const place = arrival === 'restored' ? places.get(entry) : undefined
  const scrolled = !fresh
  fresh = false
  if (place) return untilDone(() => restore(place))
  if (scrolled) restore({})
  return hash ? untilDone(() => showPart(hash)) : undefined
}

const scrollers = () => [...document.querySelectorAll<HTMLElement>('[data-scroller]')]
const nameOf = (scroller: HTMLElement) => scroller.dataset.scroller!

/** True when everything is where it was; a page whose rows are not there yet is too short. What is not named goes to its top. */
function restore(place: Place): boolean {
  const goals: Place = {
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

/** Tries again with each frame, until the person scrolls or it takes too long. */
function untilDone(attempt: () => boolean): () => void {
  const end = performance.now() + patience
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of scrolledBy) removeEventListener(event, stop, true)
  }
  const next = () => {
    if (attempt() || performance.now() > end) stop()
    else frame = requestAnimationFrame(next)
  }
  for (const event of scrolledBy) addEventListener(event, stop, true)
  next()
  return stop
}
