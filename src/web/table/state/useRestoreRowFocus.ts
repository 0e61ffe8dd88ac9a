import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Restores the focus when its row disappears: archived, deleted, another page. It goes to the title of the row in the
 * same place, on another page to the first row, and to the h1 when none is left.
 */
export function useRestoreRowFocus(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly unknown[],
  firstIndex: number,
): void {
  const place = useRef(-1)
  const page = useRef(firstIndex)
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-row]') : null
      // A row's menu or dialog is outside of it; the place is kept until the focus really moves elsewhere.
      if (row) place.current = rowsOf(scroller).indexOf(row)
      else if (target instanceof Element && !target.closest('[role=menu], dialog, [role=dialog]'))
        place.current = -1
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  })
  useLayoutEffect(() => {
    const at = page.current === firstIndex ? place.current : 0
    page.current = firstIndex
    const active = document.activeElement
    if (place.current === -1 || (active !== document.body && active?.isConnected)) return
    const shown = rowsOf(scroller)
    const row = shown[Math.min(at, shown.length - 1)]
    const title = row?.querySelector<HTMLElement>('[data-row-title]')
    ;(title ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: at === 0 })
  }, [scroller, rows, firstIndex])
}

const rowsOf = (scroller: RefObject<HTMLDivElement | null>) => [
  ...(scroller.current?.querySelectorAll('[data-row]') ?? []),
]
