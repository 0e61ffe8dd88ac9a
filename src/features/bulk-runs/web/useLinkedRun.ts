import { useEffect } from 'react'
import { useLocation } from '#web/router/page.ts'
import { watchedRun } from './run-store.ts'

/** Opens the result of a run named in the address (`?run=id`). */
export function useLinkedRun(): void {
  const { run } = useLocation().search
  useEffect(() => {
    if (run !== undefined && /^\d{1,15}$/.test(run))
      watchedRun.set({ id: Number(run), open: true, list: undefined })
  }, [run])
}
