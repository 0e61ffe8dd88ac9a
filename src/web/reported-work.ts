import { useEffect } from 'react'
import { type WorkKind, workKey } from '#shared/work.ts'

const watched = new Set<string>()
const reported = new Set<string>()

/** While mounted, this part of the page reports the end of a piece of long work, so nothing else has to. */
export function useWatchedWork(kind: WorkKind, id: number): void {
  const key = workKey(kind, id)
  useEffect(() => {
    watched.add(key)
    return () => void watched.delete(key)
  }, [key])
}

/** Notes that a part of the page that is about to leave has reported the end of a piece of long work. */
export const markReported = (kind: WorkKind, id: number): void => void reported.add(workKey(kind, id))

/** True when another part of the page reports the end of this work, or has done so. */
export const isReportedElsewhere = (key: string): boolean => watched.has(key) || reported.has(key)

/** The work runs again, so its next end will be reported. */
export const forgetReported = (key: string): void => void reported.delete(key)
