import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** How much stands on a screen: rows with room around them, or as many as can be. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const storageKey = 'almoner.density'
const density = createStore<Density>(readStored(storageKey) === 'compact' ? 'compact' : 'comfortable')

function paint(): void {
  document.documentElement.dataset.density = density.get()
}
if (typeof document !== 'undefined') paint()

/** Shows every list so from now on; kept in this browser, as the size of its window is this one's. */
export function showDensity(chosen: Density): void {
  density.set(chosen)
  writeStored(storageKey, chosen === 'comfortable' ? undefined : chosen)
  paint()
}

/** How much stands on a screen now. */
export function useDensity(): Density {
  return useStore(density)
}
