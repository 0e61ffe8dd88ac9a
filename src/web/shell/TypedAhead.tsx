import { useLayoutEffect } from 'react'

let typed = ''

/** What was typed for the palette before it was there. */
export const typedAhead = (): string => typed

/** To be called once the palette has it. */
export function forgetTypedAhead(): void {
  typed = ''
}

/** In place of the palette while its code is on its way: keeps what is typed for it, and from the page's single keys. */
export function TypedAhead() {
  // A layout effect stops listening in the same commit in which the palette takes the focus, so that no key is lost.
  useLayoutEffect(() => {
    forgetTypedAhead()
    const onKey = (event: KeyboardEvent) => {
      // AltGr, which writes @ and € on a German keyboard, is Ctrl with Alt on Windows.
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
