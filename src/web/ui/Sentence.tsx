import type { ReactNode } from 'react'
import { IconInfoCircle } from './icons.ts'
import './ui.css'

/** The sentence before the click: what moves, from where to where, and how it is undone (design: money). */
export function Sentence({ children }: { children: ReactNode }) {
  return (
    <p className="sentence">
      <IconInfoCircle size={16} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
