import { densityKey, readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** Row density: spacious rows, or as many as fit. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Lower windows use compact rows by default, unless the person chose otherwise. */
const low = 768

let chosen = densities.find((each) => each === readStored(densityKey))
const density = createStore<Density>('comfortable')

/** Heights use the person's text size, as the media queries of the built styles do (vite/rem.ts). */
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

/** Sets the density of all lists; stored in this browser, because window sizes belong to it. */
export function showDensity(now: Density): void {
  chosen = now
  writeStored(densityKey, now)
  paint()
}

/** The current row density. */
export function useDensity(): Density {
  return useStore(density)
}
