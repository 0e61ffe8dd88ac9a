import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** How much stands on a screen: rows with room around them, or as many as can be. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const storageKey = 'almoner.density'
/** Windows lower than this show as many rows as can be, unless somebody chose otherwise. */
const low = 768

let chosen = densities.find((each) => each === readStored(storageKey))
const density = createStore<Density>('comfortable')

/** Heights count in the text size the person has set, as the media queries of the built styles do (vite/rem.ts). */
function fitting(): Density {
  const textSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return (window.innerHeight * 16) / textSize < low ? 'compact' : 'comfortable'
}

function paint(): void {
  density.set(chosen ?? fitting())
  document.documentElement.dataset.density = density.get()
}
if (typeof document !== 'undefined') {
  paint()
  addEventListener('resize', paint)
}

/** Shows every list so from now on; kept in this browser, as the size of its window is this one's. */
export function showDensity(now: Density): void {
  chosen = now
  writeStored(storageKey, now)
  paint()
}

/** How much stands on a screen now. */
export function useDensity(): Density {
  return useStore(density)
}
