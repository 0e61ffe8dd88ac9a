import type { ReactNode } from 'react'
import './ui.css'

/** A part of a page with its own heading, and the button that acts on it. */
export function Part({
  title,
  action,
  maxWidth,
  children,
}: {
  title: string
  action?: ReactNode
  /** In px, for content that is no wider. */
  maxWidth?: number
  children: ReactNode
}) {
  return (
    <div className="part" style={{ maxWidth }}>
      <div className="part-head">
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </div>
  )
}
