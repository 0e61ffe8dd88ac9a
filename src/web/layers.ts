import { useEffect } from 'react'
import { layersChanged, setLayerSource } from './layer-history.ts'

type Layer = {
  /** Escape and Back: closes the layer, or asks first when typed text would be lost. */
  close: () => void
}

/** All layers over the page (modals, drawers, popovers), lowest first. Shortcuts are suspended while one is open. */
let layers: readonly Layer[] = []

/** Puts a layer on top; the returned function removes it. */
export function openLayer(layer: Layer): () => void {
  layers = [...layers, layer]
  layersChanged()
  return () => {
    layers = layers.filter((other) => other !== layer)
    layersChanged()
  }
}

export function hasOpenLayer(): boolean {
  return layers.length > 0
}

setLayerSource({ isOpen: hasOpenLayer, closeLast: () => layers.at(-1)?.close() })

// One listener for all layers: only the top one receives Escape.
if (typeof document !== 'undefined')
  document.addEventListener('keydown', (event) => {
    const top = layers.at(-1)
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !top) return
    event.preventDefault()
    top.close()
  })

/** Makes the browser ask before reloading or closing the tab while typed text would be lost. */
export function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
}
