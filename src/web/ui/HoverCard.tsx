import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { placeAt } from './Popover.tsx'
import './popover.css'

type HoverCardProps = {
  /** What the card says beyond the trigger's own words, for those who do not see it. */
  more: string
  className?: string
  children: ReactNode
  card: ReactNode
}

const delayMs = 150

/**
 * A card with more about what is shown, on hover, focus or tap; the pointer may move onto it, Escape closes it. The
 * trigger is called by its own words and `more`, so that the card says nothing that its name does not.
 */
export function HoverCard({ more, className = '', children, card }: HoverCardProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = (open: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), delayMs)
  }
  const now = (open: boolean) => {
    clearTimeout(timer.current)
    setOpen(open)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span
      className="hover-card-area"
      onPointerEnter={(event) => event.pointerType !== 'touch' && soon(true)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && soon(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        now(false)
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={`hover-card-trigger ${className}`}
        onFocus={() => now(true)}
        onBlur={() => now(false)}
        onClick={() => now(true)}
      >
        {children}
        <span className="visually-hidden">{more}</span>
      </button>
      {isOpen && <Card anchor={trigger}>{card}</Card>}
    </span>
  )
}

function Card({
  anchor,
  children,
}: {
  anchor: React.RefObject<HTMLButtonElement | null>
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const element = box.current
    if (!element) return
    element.showPopover?.()
    const place = () => anchor.current && placeAt(element, anchor.current, 'start', false)
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [anchor])
  // The trigger's name says the same, so it is not read twice.
  return (
    <div ref={box} id={id} className="popover hover-card" popover="manual" aria-hidden>
      {children}
    </div>
  )
}
