import { useEffect } from 'react'
import { readStored, writeStored } from '../storage.ts'

/** The server's limit per call. */
const maxRecent = 8
const storageKey = (person: number) => `almoner.recent.${person}`
const recordPath = /^\/site-admin\/(project|organization|user)\/([^/]+)\/update\/$/

/** The person's recent records, the last one first, as `kind/slug`: names are fetched, not stored. */
export function recentRecords(person: number): string[] {
  return (readStored(storageKey(person)) ?? '').split(',').filter(Boolean)
}

export function addRecentRecord(person: number, kind: string, slug: string): void {
  // An address may hold a comma or a slash; no slug does.
  if (/[,/]/.test(slug)) return
  const now = `${kind}/${slug}`
  writeStored(
    storageKey(person),
    [now, ...recentRecords(person).filter((other) => other !== now)].slice(0, maxRecent).join(','),
  )
}

/** Remembers the records whose pages a person opens. */
export function useTrackRecentRecords(person: number | undefined, path: string | undefined): void {
  useEffect(() => {
    const [, kind, slug] = recordPath.exec(path ?? '') ?? []
    if (person !== undefined && kind && slug) addRecentRecord(person, kind, decodeURIComponent(slug))
  }, [person, path])
}
