import { useEffect, useState } from 'react'

/**
 * Returns the focus to its owner before the layer opened, also when the layer's code was loaded late. If the opener is
 * gone, the focus goes to the title of its row, else to the page's h1.
 */
export function useReturnFocus(): void {
  // Read during rendering: content may take the focus as soon as it is mounted.
  const [{ opener, row }] = useState(openerNow)
  useEffect(
    () => () => {
      // After the layer has left the document and the page is no longer inert.
      requestAnimationFrame(() => focusAgain(opener, row))
    },
    [opener, row],
  )
}

function openerNow(): { opener: HTMLElement | undefined; row: string | undefined } {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
  return { opener, row: opener?.closest<HTMLElement>('[data-row]')?.dataset.row }
}

/**
 * Restores a lost focus: to the opener, else to the title of its row (or its `data-row-title`), else to the page's h1.
 * Does nothing while an element has the focus.
 */
export function focusAgain(opener: HTMLElement | undefined, row?: string): void {
  const active = document.activeElement
  if (active && active !== document.body && active.isConnected) return
  if (opener?.isConnected && opener !== document.body) return opener.focus()
  const sameRow =
    row && document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-row-title]`)
  const target = sameRow || document.querySelector<HTMLElement>('h1')
  target?.focus()
}

const patience = 5_000

/**
 * After an action whose button disappears with its effect: then the focus goes to its row, or to the replacing element.
 */
export function focusWhenGone(button: HTMLElement, next: string | HTMLElement | null): void {
  const end = performance.now() + patience
  const look = () => {
    if (!button.isConnected)
      if (typeof next === 'string') focusAgain(undefined, next)
      else focusAgain(next ?? undefined)
    else if (performance.now() < end) requestAnimationFrame(look)
  }
  look()
}
