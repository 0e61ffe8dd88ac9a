import { useEffect } from 'react'
import { type WorkKind, workKey } from '#shared/work.ts'

const watched = new Set<string>()

/** This part of the page tells how a piece of long work ends: nothing else has to. */
export function useWatchedWork(kind: WorkKind, id: number): void {
  const key = workKey(kind, id)
  useEffect(() => {
    watched.add(key)
    return () => void watched.delete(key)
  }, [key])
}

export const isWatched = (key: string): boolean => watched.has(key)
