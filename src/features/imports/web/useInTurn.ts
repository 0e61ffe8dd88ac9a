import { useRef } from 'react'

/** Does one thing after the other, in the order in which they were asked for, whatever becomes of those before. */
export function useInTurn() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <T>(what: () => Promise<T>): Promise<T> => {
    const mine = last.current.then(what, what)
    last.current = mine
    return mine
  }
}
