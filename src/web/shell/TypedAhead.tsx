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
  // It stops listening in the very moment in which the palette takes the focus, so that no key falls between the two.
  useLayoutEffect(() => {
    forgetTypedAhead()
    const onKey = (event: KeyboardEvent) => {
      // AltGr, which writes @ and € on a German keyboard, is Ctrl with Alt on Windows.
      const isCommand = event.ctrlKey || event.metaKey || event.altKey
      if (event.isComposing || (isCommand && !event.getModifierState('AltGraph'))) return
      if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else if (event.key.length === 1) typed += event.key
      // The page must not take an Enter that was meant for the palette.
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return null
}
