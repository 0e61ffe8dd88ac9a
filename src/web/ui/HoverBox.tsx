import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { placeAt } from './Popover.tsx'

const gap = 8
const margin = 8

type HoverBoxProps = {
  anchor: RefObject<HTMLButtonElement | null>
  /** Called when its code cannot be loaded. */
  onClose: () => void
  children: ReactNode
}

/** The card of a `HoverCard`: beside its anchor where there is room, otherwise below or above it. */
export function HoverBox({ anchor, children }: HoverBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    element.showPopover?.()
    const place = () => anchor.current && placeBeside(element, anchor.current)
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [anchor])
  // The trigger's name says the same, so it is not announced twice.
  return (
    <div ref={box} className="popover hover-card" popover="manual" aria-hidden>
      {children}
    </div>
  )
}

/** Before or after the anchor, vertically centred and inside the window; below it when neither side has room. */
function placeBeside(box: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const before = at.left - gap - box.offsetWidth
  const behind = at.right + gap
  const left =
    before >= margin ? before : behind + box.offsetWidth + margin <= innerWidth ? behind : undefined
  if (left === undefined) {
    placeAt(box, anchor, 'start', false)
    return
  }
  const middle = at.top + (at.height - box.offsetHeight) / 2
  box.style.maxHeight = ''
  box.style.left = `${left}px`
  box.style.top = `${Math.max(margin, Math.min(middle, innerHeight - margin - box.offsetHeight))}px`
}
