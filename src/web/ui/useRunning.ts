import { useRef, useState } from 'react'

/**
 * For a button that starts something: true while it runs, and a function that starts it unless it runs already.
 *
 *   const [running, run] = useRunning()
 *   <Button loading={running} onClick={() => run(() => requeue(mail))}>
 */
export function useRunning(): [boolean, (work: () => Promise<unknown>) => void] {
  const [running, setRunning] = useState(false)
  // The state renders later than a second click may come.
  const busy = useRef(false)
  const run = (work: () => Promise<unknown>) => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    void work().finally(() => {
      busy.current = false
      setRunning(false)
    })
  }
  return [running, run]
}
