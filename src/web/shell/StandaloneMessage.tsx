import { createContext, type ReactNode, useContext } from 'react'

/** True inside the shell, which already provides the page's only `main`. */
export const InsideShell = createContext(false)

/** A message that is the whole page. */
export function StandaloneMessage({ children }: { children: ReactNode }) {
  const inside = useContext(InsideShell)
  return inside ? <div className="lone">{children}</div> : <main className="lone">{children}</main>
}
