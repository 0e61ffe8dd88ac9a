import { useRef } from 'react'

/** Runs tasks in the order requested, one at a time, even if earlier ones fail. */
export function useInTurn() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <T>(what: () => Promise<T>): Promise<T> => {
    const mine = last.current.then(what, what)
    last.current = mine
    return mine
  }
}
