import { useRef } from 'react'

/**
 * Runs tasks in the order requested, one at a time, even if earlier ones fail. Each receives the result of the one it
 * waited for; undefined when it waited for none, or that one threw.
 */
export function useInTurn() {
  const last = useRef<Promise<unknown>>(undefined)
  return <T>(what: (before: unknown) => Promise<T>): Promise<T> => {
    const mine = (last.current ?? Promise.resolve()).then(what, () => what(undefined))
    last.current = mine
    const end = () => {
      if (last.current === mine) last.current = undefined
    }
    mine.then(end, end)
    return mine
  }
}
