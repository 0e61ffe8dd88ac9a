import { createContext, type ReactNode, useContext } from 'react'

/** True inside the shell, which already provides the page's only `main`. */
export const InsideShell = createContext(false)

export function StandaloneMessage({ children }: { children: ReactNode }) {
  const inside = useContext(InsideShell)
  return inside ? <div className="lone">{children}</div> : <main className="lone">{children}</main>
}
