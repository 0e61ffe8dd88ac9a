import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyPagePart } from './lazyDialog.tsx'
import './popover.css'

type HoverCardProps = {
  /** The card's content beyond the trigger's own text, for screen readers. */
  more: string
  className?: string
  children: ReactNode
  card: ReactNode
}

const delayMs = 150

const HoverBox = lazyPagePart(() => import('./HoverBox.tsx'), 'HoverBox')

/**
 * A card with details on hover, focus or tap; the pointer may move onto it, Escape closes it. The trigger's name
 * consists of its own text and `more`, so the card adds nothing that the name lacks.
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
      {isOpen && (
        <HoverBox anchor={trigger} onClose={() => now(false)}>
          {card}
        </HoverBox>
      )}
    </span>
  )
}
