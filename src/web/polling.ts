import { useRef } from 'react'

/** Most work is over within a second, so its first three seconds are polled quickly; in milliseconds. */
const pace = { quick: 250, quickFor: 3_000, steady: 1_000 }

/**
 * The refetchInterval of a query that follows work on the server: quick while the work is young, then once a second, and
 * off once nothing is at work. How old it is counts from when this component first saw it at work.
 */
export function usePolling<Data>(isAtWork: (data: Data) => boolean) {
  const since = useRef<number>(undefined)
  return ({ state: { data } }: { state: { data: Data | undefined } }): number | false => {
    if (data === undefined || !isAtWork(data)) {
      since.current = undefined
      return false
    }
    since.current ??= performance.now()
    return performance.now() - since.current < pace.quickFor ? pace.quick : pace.steady
  }
}
