import { useEffect } from 'react'
import { readStored, writeStored } from '../storage.ts'

/** The server's limit per call. */
const most = 8
const key = (person: number) => `almoner.recent.${person}`
const record = /^\/site-admin\/(project|organization|user)\/([^/]+)\/update\/$/

/** The person's recent records, the last one first, as `kind/slug`: names are fetched, not stored. */
export function recentRecords(person: number): string[] {
  return (readStored(key(person)) ?? '').split(',').filter(Boolean)
}

export function noteRecord(person: number, kind: string, slug: string): void {
  // An address may hold a comma or a slash; no slug does.
  if (/[,/]/.test(slug)) return
  const now = `${kind}/${slug}`
  writeStored(
    key(person),
    [now, ...recentRecords(person).filter((other) => other !== now)].slice(0, most).join(','),
  )
}

/** Remembers the records whose pages a person opens. */
export function useRecent(person: number | undefined, path: string | undefined): void {
  useEffect(() => {
    const [, kind, slug] = record.exec(path ?? '') ?? []
    if (person !== undefined && kind && slug) noteRecord(person, kind, decodeURIComponent(slug))
  }, [person, path])
}
