import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import type { PageSize, Pdf } from './load.ts'
import './pdf.css'

/** A4, until the page's size is known. */
const a4Size: PageSize = { width: 595.28, height: 841.89 }

export type PdfPageProps = {
  pdf: Pdf
  /** From 1 on. */
  page: number
  /** CSS pixels per point. */
  scale: number
  /** The page's accessible name, e.g. "Page 1 of 2". */
  label: string
  /** Makes the words selectable and searchable. */
  withText?: boolean
  /** Called with the complete text layer, and with undefined when it is removed. */
  onText?: ((layer: HTMLElement | undefined) => void) | undefined
  /** Content over the page, which is its box: positions are per cent from the top left. */
  children?: ReactNode
}

/**
 * One page of a PDF, drawn when it comes near the viewport. Until then it is a grey sheet of its size; a page that
 * cannot be drawn shows an error and a retry.
 */
export function PdfPage({ pdf, page, scale, label, withText, onText, children }: PdfPageProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNear(box)
  const size = usePageSize(pdf, page)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  useEffect(() => {
    if (!near) return undefined
    const control = new AbortController()
    // Drawn offscreen, then swapped in: the previous drawing stays until then.
    const next = document.createElement('canvas')
    pdf.draw(page, next, scale * (window.devicePixelRatio || 1), control.signal).then(
      () => {
        if (control.signal.aborted) return
        show(canvas.current, next)
        setState('drawn')
      },
      () => !control.signal.aborted && setState('failed'),
    )
    return () => control.abort()
  }, [pdf, page, scale, near, attempt])
  return (
    <div
      ref={box}
      className="pdf-page"
      role="group"
      aria-label={label}
      data-page={page}
      data-state={state}
      style={
        {
          inlineSize: size.width * scale,
          blockSize: size.height * scale,
          '--total-scale-factor': scale,
        } as React.CSSProperties
      }
    >
      <canvas ref={canvas} aria-hidden />
      {withText && near && state !== 'failed' && (
        <TextLayer key={`${page}`} pdf={pdf} page={page} onText={onText} />
      )}
      {state === 'failed' ? (
        <div className="pdf-failed" role="alert">
          <p>{t('pdf.page_failed')}</p>
          <Button
            onClick={() => {
              setState('waiting')
              setAttempt(attempt + 1)
            }}
          >
            {t('actions.try_again')}
          </Button>
        </div>
      ) : (
        children
      )}
    </div>
  )
}

type TextLayerProps = Pick<PdfPageProps, 'pdf' | 'page' | 'onText'>

function TextLayer({ pdf, page, onText }: TextLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent((there: HTMLElement | undefined) => onText?.(there))
  useEffect(() => {
    const element = layer.current
    if (!element) return undefined
    const control = new AbortController()
    pdf.layText(page, element, control.signal).then(
      () => !control.signal.aborted && tell(element),
      // A page without words is still viewable.
      () => undefined,
    )
    return () => {
      control.abort()
      element.replaceChildren()
      tell(undefined)
    }
  }, [pdf, page])
  return <div ref={layer} className="pdf-text" />
}

function show(canvas: HTMLCanvasElement | null, drawn: HTMLCanvasElement): void {
  if (!canvas) return
  canvas.width = drawn.width
  canvas.height = drawn.height
  canvas.getContext('2d')?.drawImage(drawn, 0, 0)
  // Frees its memory at once.
  drawn.width = drawn.height = 0
}

function usePageSize(pdf: Pdf, page: number): PageSize {
  const [size, setSize] = useState(a4Size)
  useEffect(() => {
    let gone = false
    pdf.size(page).then(
      (found) => !gone && setSize(found),
      // Drawing reports that the page cannot be read.
      () => undefined,
    )
    return () => void (gone = true)
  }, [pdf, page])
  return size
}

/** True once an element has come near the viewport. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (near || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '600px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near, element])
  return near
}
