import { useRef } from 'react'

/**
 * `inTurn` runs tasks in the order requested, one at a time, even if earlier ones fail. A task that throws or resolves to
 * false was refused: `wasRefused` is true from then on until no task runs or waits any more.
 */
export function useSerialTasks() {
  const last = useRef<Promise<unknown>>(undefined)
  const refused = useRef(false)
  const inTurn = <T>(what: () => Promise<T>): Promise<T> => {
    const mine = (last.current ?? Promise.resolve()).then(what, what)
    last.current = mine
    const end = (isRefused: boolean) => {
      const isLast = last.current === mine
      if (isLast) last.current = undefined
      refused.current = !isLast && (refused.current || isRefused)
    }
    mine.then(
      (result) => end(result === false),
      () => end(true),
    )
    return mine
  }
  return { inTurn, wasRefused: () => refused.current }
}
