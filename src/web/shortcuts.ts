import { useEffect, useEffectEvent } from 'react'
import { hasOpenLayer } from './layers.ts'
import { createStore } from './store.ts'
import type { Translate } from './texts.ts'

/** False when the person disabled single keys in the profile (WCAG 2.1.4). */
export const singleKeys = createStore(true)

const onMac = () => /^(?:Mac|iP)/.test(navigator.platform)

/** A key with Ctrl, or with ⌘ on a Mac, as labelled on the keyboard; Ctrl alone without a key. */
export const controlKey = (t: Translate, key = ''): string =>
  (onMac() ? `⌘ ${key}` : t('shortcuts.keys.control', { key })).trim()

type Handler = (event: KeyboardEvent) => void
const handlers = new Map<string, Handler[]>()
const prefix = 'g'
let prefixUntil = 0

/**
 * Runs on a single key, or on `g` and a second key (`g p`). Keys are compared by character, so German layouts work.
 * They are suspended while a field has the focus or a layer is open; of two handlers for one key the newer runs.
 */
export function useShortcut(keys: string, run: Handler): void {
  const now = useEffectEvent(run)
  useEffect(() => {
    const handler: Handler = (event) => now(event)
    handlers.set(keys, [...(handlers.get(keys) ?? []), handler])
    return () => {
      handlers.set(
        keys,
        (handlers.get(keys) ?? []).filter((other) => other !== handler),
      )
    }
  }, [keys])
}

/** True while a handler exists for each of these keys. */
export function haveHandlers(keys: readonly string[]): boolean {
  return keys.every((key) => (handlers.get(key)?.length ?? 0) > 0)
}

function onKey(event: KeyboardEvent): void {
  // Escape is no single-character key, so it works for everybody (WCAG 2.1.4).
  if (!singleKeys.get() && event.key !== 'Escape') return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (hasOpenLayer() || isTyping(event.target)) return
  const afterPrefix = event.timeStamp < prefixUntil
  prefixUntil = !afterPrefix && event.key === prefix ? event.timeStamp + 1_500 : 0
  const handler = handlers.get(afterPrefix ? `${prefix} ${event.key}` : event.key)?.at(-1)
  if (!handler) return
  event.preventDefault()
  handler(event)
}
if (typeof document !== 'undefined') document.addEventListener('keydown', onKey)

/** True while keys go to a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  return target.matches('input') && !target.matches('[type=checkbox], [type=radio], [type=button]')
}
