import { type RefObject, useLayoutEffect, useState } from 'react'

/** Below this width the list is under the page (templates.css), which then takes the whole width. */
const sideBySide = '(min-width: 1200px)'
/** Padding that `.map-pages` keeps at both sides of a page. */
const padding = 32

/** Width of a page that is alone in its row; undefined beside the list, where it has its own size. */
export function usePageWidth(pages: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = pages.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const measure = () =>
      setWidth(window.matchMedia(sideBySide).matches ? undefined : element.clientWidth - padding)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [pages])
  return width
}
