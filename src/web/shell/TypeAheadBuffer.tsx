import { useLayoutEffect } from 'react'

let typed = ''

/** Text typed for the palette before it loaded. */
export const typeAheadText = (): string => typed

/** Call it once the palette has taken the text. */
export function clearTypeAhead(): void {
  typed = ''
}

/** Replaces the palette while its code loads: captures typed text and keeps it from triggering single-key shortcuts. */
export function TypeAheadBuffer() {
  // A layout effect stops listening in the same commit in which the palette takes the focus, so that no key is lost.
  useLayoutEffect(() => {
    clearTypeAhead()
    const onKey = (event: KeyboardEvent) => {
      // On Windows, AltGr (@ and € on a German keyboard) is reported as Ctrl with Alt.
      const isCommand = event.ctrlKey || event.metaKey || event.altKey
      if (event.isComposing || (isCommand && !event.getModifierState('AltGraph'))) return
      if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else if (event.key.length === 1) typed += event.key
      // An Enter meant for the palette must not reach the page.
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return null
}
