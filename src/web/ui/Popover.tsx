import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { openLayer } from '../layers.ts'
import './popover.css'

type PopoverProps = {
  /** Its anchor; a click there does not count as outside. */
  anchor: RefObject<HTMLElement | null>
  onClose: (reason: 'escape' | 'outside') => void
  align?: 'start' | 'end'
  /** As wide as the anchor (lists of choices). */
  fitWidth?: boolean
  role?: 'dialog' | 'menu' | 'listbox'
  label?: string
  className?: string
  children: ReactNode
}

/**
 * A small floating box at its anchor, in the browser's top layer. Render it only while it is open. Escape, Back, a
 * click and focus outside close it; the opener decides where the focus goes then. An element marked `data-focus`
 * receives the focus on opening.
 */
export function Popover(props: PopoverProps) {
  const { anchor, align = 'start', fitWidth, role, label, className = '', children } = props
  const box = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(props.onClose)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    if (hasTopLayer) element.showPopover()
    // It is displayed and focusable only now.
    element.querySelector<HTMLElement>('[data-focus]')?.focus()
    const place = () => anchor.current && placeAt(element, anchor.current, align, fitWidth === true)
    place()
    const watcher = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place)
    watcher?.observe(element)
    // A box that grows above its list (chosen people) moves the list down.
    if (anchor.current) watcher?.observe(anchor.current)
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      watcher?.disconnect()
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [anchor, align, fitWidth])

  useEffect(() => {
    const closeLayer = openLayer({ close: () => close('escape') })
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !box.current?.contains(target) && !anchor.current?.contains(target)
    const onPointer = (event: Event) => isOutside(event.target) && close('outside')
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('focusin', onPointer)
    return () => {
      closeLayer()
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('focusin', onPointer)
    }
  }, [anchor])

  return (
    <div
      ref={box}
      popover={hasTopLayer ? 'manual' : undefined}
      className={`popover ${className}`}
      role={role}
      aria-label={label}
    >
      {children}
    </div>
  )
}

// Browsers before 2024 have no top layer; there it is an ordinary fixed box.
const hasTopLayer = typeof HTMLElement !== 'undefined' && 'showPopover' in HTMLElement.prototype

const gap = 4
const margin = 8

/** Positions a top-layer box below its anchor, or above where there is more room. */
export function placeAt(
  box: HTMLElement,
  anchor: HTMLElement,
  align: 'start' | 'end',
  fitWidth: boolean,
): void {
  const at = anchor.getBoundingClientRect()
  if (fitWidth) box.style.width = `${at.width}px`
  const width = box.offsetWidth
  const below = innerHeight - at.bottom - gap - margin
  const above = at.top - gap - margin
  const wanted = Math.min(box.scrollHeight + 2, 420)
  const upwards = below < wanted && above > below
  box.style.maxHeight = `${Math.max(120, Math.min(420, upwards ? above : below))}px`
  const left = align === 'end' ? at.right - width : at.left
  box.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
  box.style.top = upwards ? `${at.top - gap - box.offsetHeight}px` : `${at.bottom + gap}px`
}
