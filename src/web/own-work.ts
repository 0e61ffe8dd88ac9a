import { useEffect } from 'react'
import { type WorkKind, workKey } from '#shared/work.ts'

const watched = new Set<string>()
const told = new Set<string>()

/** As long as this part of the page is there, it tells how a piece of long work ends: nothing else has to. */
export function useWatchedWork(kind: WorkKind, id: number): void {
  const key = workKey(kind, id)
  useEffect(() => {
    watched.add(key)
    return () => void watched.delete(key)
  }, [key])
}

/** The end of a piece of long work was told, by a part of the page that goes with it. */
export const workWasTold = (kind: WorkKind, id: number): void => void told.add(workKey(kind, id))

/** True where another part of the page tells the end of this work, or has told it. */
export const isToldElsewhere = (key: string): boolean => watched.has(key) || told.has(key)

/** It is under way again: its next end is another one. */
export const goesOn = (key: string): void => void told.delete(key)
