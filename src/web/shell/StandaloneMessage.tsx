import { createContext, type ReactNode, useContext } from 'react'

/** True inside the shell, which already has the page's one `main`. */
export const InsideShell = createContext(false)

/** A message that is the whole page. */
export function StandaloneMessage({ children }: { children: ReactNode }) {
  const inside = useContext(InsideShell)
  return inside ? <div className="lone">{children}</div> : <main className="lone">{children}</main>
}
