import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from '#features/document-reading/findings.ts'
import type { PageSize, Pdf } from '#web/pdf/load.ts'

/** Zoom steps; at 1 a PDF point is a pixel. */
const steps = [0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const
/** Space beside a page that fills the width. */
const margin = 40

export type Pages = ReturnType<typeof usePages>

/** Visible page and zoom of a scrollable PDF. */
export function usePages(pdf: Pdf, { readable }: { readable: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState(1)
  const [first, setFirst] = useState<PageSize>()
  const width = useWidth(box)
  const [zoom, setZoom] = useState<number | 'width' | undefined>()
  useEffect(() => {
    void pdf.size(1).then(setFirst, () => undefined)
  }, [pdf])
  const fitting = first && width ? Math.max(0.2, (width - margin) / first.width) : 1
  // Initial zoom: full size or the available width; with `readable` at least 1.6.
  const scale =
    zoom === 'width' ? fitting : (zoom ?? (readable ? Math.max(fitting, 1.6) : Math.min(1, fitting)))
  useKeepScrollOnZoom(box, scale)
  const show = (number: number, place?: Place) => {
    const wanted = Math.min(Math.max(1, number), pdf.pages)
    setPage(wanted)
    const there = box.current?.querySelector<HTMLElement>(`[data-page="${wanted}"]`)
    if (!there || !box.current) return
    const { clientHeight, clientWidth } = box.current
    box.current.scrollTo({
      top:
        there.offsetTop +
        (place ? (place.y + place.height / 2) * there.offsetHeight - clientHeight * 0.35 : -12),
      ...(place && {
        left: there.offsetLeft + (place.x + place.width / 2) * there.offsetWidth - clientWidth / 2,
      }),
    })
  }
  const onScroll = () => {
    const { current } = box
    if (!current) return
    const line = current.scrollTop + current.clientHeight * 0.4
    const pages = [...current.querySelectorAll<HTMLElement>('[data-page]')]
    const at = pages.findLast((one) => one.offsetTop <= line)
    setPage(Number(at?.dataset.page ?? 1))
  }
  const step = (by: 1 | -1) =>
    setZoom(
      by > 0
        ? (steps.find((one) => one > scale + 0.01) ?? scale)
        : (steps.findLast((one) => one < scale - 0.01) ?? scale),
    )
  return {
    pdf,
    box,
    page,
    scale,
    isWidth: zoom === 'width',
    show,
    onScroll,
    zoomIn: () => step(1),
    zoomOut: () => step(-1),
    zoomTo: (to: number) => setZoom(Math.min(steps.at(-1)!, Math.max(steps[0], to))),
    reset: () => setZoom(undefined),
    fitWidth: () => setZoom('width'),
  }
}

function useWidth(box: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

function useKeepScrollOnZoom(box: RefObject<HTMLElement | null>, scale: number): void {
  const before = useRef(scale)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || before.current === scale) return
    const factor = scale / before.current
    before.current = scale
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = element
    element.scrollTo({
      top: (scrollTop + clientHeight / 2) * factor - clientHeight / 2,
      left: (scrollLeft + clientWidth / 2) * factor - clientWidth / 2,
      behavior: 'instant',
    })
  }, [box, scale])
}

export function usePinch(box: RefObject<HTMLElement | null>, scale: number, zoomTo: (scale: number) => void) {
  const now = useRef({ scale, zoomTo })
  useEffect(() => void (now.current = { scale, zoomTo }))
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    let begun: { distance: number; scale: number } | undefined
    const distanceOf = ({ touches: [a, b] }: TouchEvent) =>
      Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY)
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length !== 2) return void (begun = undefined)
      begun ??= { distance: distanceOf(event), scale: now.current.scale }
      event.preventDefault()
      now.current.zoomTo((begun.scale * distanceOf(event)) / begun.distance)
    }
    for (const type of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(type, onTouch, { passive: false })
    return () => {
      for (const type of ['touchstart', 'touchmove', 'touchend'] as const)
        element.removeEventListener(type, onTouch)
    }
  }, [box])
}
