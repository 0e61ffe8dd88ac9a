import { useEffect, useState } from 'react'

/**
 * Returns the focus to its owner before the layer opened, also when the layer's code was loaded late. If the opener is
 * gone, the focus goes to the title of its row, else to the page's h1.
 */
export function useReturnFocus(): void {
  // Read during rendering: content may take the focus as soon as it is mounted.
  const [opener] = useState(currentOpener)
  useEffect(() => () => scheduleFocusReturn(opener), [opener])
}

type Opener = { opener: HTMLElement | undefined; row: string | undefined }
/** Openers of the layers that closed since the last frame. */
let closedOpeners: Opener[] = []

/** After the layers have left the document and the page is no longer inert. */
function scheduleFocusReturn(opener: Opener): void {
  closedOpeners.push(opener)
  if (closedOpeners.length > 1) return
  requestAnimationFrame(() => {
    // A dialog that closes with its question takes the question's opener with it.
    const { opener: last, row } = closedOpeners.find((each) => isOnPage(each.opener)) ?? closedOpeners[0]!
    closedOpeners = []
    restoreFocus(last, row)
  })
}

const isOnPage = (element: HTMLElement | undefined): element is HTMLElement =>
  element !== undefined && element.isConnected && element !== document.body

function currentOpener(): Opener {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
  return { opener, row: opener?.closest<HTMLElement>('[data-row]')?.dataset.row }
}

/**
 * Restores a lost focus: to the opener, else to the title of its row (or its `data-row-title`), else to the page's h1.
 * Does nothing while an element has the focus.
 */
export function restoreFocus(opener: HTMLElement | undefined, row?: string): void {
  const active = document.activeElement
  if (active && active !== document.body && active.isConnected) return
  if (isOnPage(opener)) return opener.focus()
  const sameRow =
    row && document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-row-title]`)
  const target = sameRow || document.querySelector<HTMLElement>('h1')
  target?.focus()
}

const removalTimeoutMs = 5_000

/**
 * After an action whose button disappears with its effect: then the focus goes to its row, or to the replacing element.
 */
export function focusAfterRemoval(button: HTMLElement, next: string | HTMLElement | null): void {
  const end = performance.now() + removalTimeoutMs
  const look = () => {
    if (!button.isConnected)
      if (typeof next === 'string') restoreFocus(undefined, next)
      else restoreFocus(next ?? undefined)
    else if (performance.now() < end) requestAnimationFrame(look)
  }
  look()
}
