import { useRef } from 'react'

/** Most work ends within a second, so it is polled quickly for three seconds; in milliseconds. */
const pace = { quick: 250, quickFor: 3_000, steady: 1_000 }

/**
 * The refetchInterval of a query that follows work on the server: fast at first, then once a second, and off when no
 * work is running. The age of the work counts from when this component first saw it.
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
