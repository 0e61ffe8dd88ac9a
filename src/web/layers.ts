import { useEffect } from 'react'
import { coverChanged, coverPage } from './back.ts'

type Layer = {
  /** Escape and Back: closes it, or asks first when typed text would be lost. */
  close: () => void
}

/** Everything that lies over the page (modals, drawers, popovers), lowest first. Shortcuts rest while one is open. */
let layers: readonly Layer[] = []

/** Puts a layer on top; the answer takes it away again. */
export function openLayer(layer: Layer): () => void {
  layers = [...layers, layer]
  coverChanged()
  return () => {
    layers = layers.filter((other) => other !== layer)
    coverChanged()
  }
}

export function hasOpenLayer(): boolean {
  return layers.length > 0
}

coverPage({ isOpen: hasOpenLayer, closeLast: () => layers.at(-1)?.close() })

// One listener for all of them: only what was opened last hears of Escape.
if (typeof document !== 'undefined')
  document.addEventListener('keydown', (event) => {
    const top = layers.at(-1)
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !top) return
    event.preventDefault()
    top.close()
  })

/** Reloading or closing the tab asks while there is typed text to lose. */
export function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
}
