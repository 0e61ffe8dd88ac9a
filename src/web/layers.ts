import { createStore } from './store.ts'

/** Everything that lies over the page (modals, drawers, popovers), lowest first. Shortcuts rest while one is open. */
const layers = createStore<readonly symbol[]>([])

/** Puts a layer on top; the answer takes it away again. */
export function openLayer(): { id: symbol; close: () => void } {
  const id = Symbol('layer')
  layers.set([...layers.get(), id])
  return { id, close: () => layers.set(layers.get().filter((other) => other !== id)) }
}

export function isTopLayer(id: symbol): boolean {
  return layers.get().at(-1) === id
}

export function hasOpenLayer(): boolean {
  return layers.get().length > 0
}
