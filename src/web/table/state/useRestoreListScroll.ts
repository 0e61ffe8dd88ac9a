import { useEffect, useRef } from 'react'
import { saveListScroll, scrollOf } from './useSelection.ts'

/** The scroll container of a list; returning to the same address restores its position. */
export function useRestoreListScroll(table: string, address: string, ready: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const restored = useRef('')
  useEffect(() => {
    const element = scroller.current
    if (!element || !ready) return
    const scroll = scrollOf(table, address)
    if (restored.current === '' && scroll > 0) {
      element.scrollTop = scroll
      // On narrow screens the page itself scrolls.
      if (element.scrollTop === 0) window.scrollTo(0, scroll)
    }
    restored.current = address
    const keep = () => saveListScroll(table, address, element.scrollTop || window.scrollY)
    element.addEventListener('scroll', keep, { passive: true })
    addEventListener('scroll', keep, { passive: true })
    return () => {
      element.removeEventListener('scroll', keep)
      removeEventListener('scroll', keep)
    }
  }, [table, address, ready])
  return scroller
}
