import type { ReactNode } from 'react'

/** The active filters in a single scrollable line of the toolbar; the focus scrolls its chip into view. */
export function Chips({ children }: { children: ReactNode }) {
  return <div className="chips">{children}</div>
}
