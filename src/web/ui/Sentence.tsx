import type { ReactNode } from 'react'
import { IconInfoCircle } from './icons.ts'
import './ui.css'

/** The sentence before the click: the amount moved, source and target, and how to undo it (design: money). */
export function Sentence({ children }: { children: ReactNode }) {
  return (
    <p className="sentence">
      <IconInfoCircle size={16} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
