import type { ReactNode } from 'react'

/**
 * The filters in force, in one line of the toolbar however many they are: what does not fit is scrolled to, and the focus
 * brings it into view.
 */
export function Chips({ children }: { children: ReactNode }) {
  return <div className="chips">{children}</div>
}
