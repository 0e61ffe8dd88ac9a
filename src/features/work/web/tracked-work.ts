import { workKey } from '#shared/work.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { createStore } from '#web/store.ts'
import type { Work } from '../contract.ts'

/** The person's work that this browser has seen active, or whose end they have not seen yet. */
export type TrackedWork = Readonly<Record<string, 'working' | 'ended'>>

const place = (userId: number) => `almoner.work.${userId}`

export const trackedWork = createStore<TrackedWork>({})

export function readTracked(userId: number): TrackedWork {
  try {
    return JSON.parse(readStored(place(userId)) ?? '{}') as TrackedWork
  } catch {
    return {}
  }
}

export function storeTracked(userId: number, tracked: TrackedWork): void {
  trackedWork.set(tracked)
  writeStored(place(userId), Object.keys(tracked).length > 0 ? JSON.stringify(tracked) : undefined)
}

/**
 * Updates tracked work from the list; also returns work that has ended since. It drops work that left the list, or whose end
 * another part of the page announces (`isReportedElsewhere`).
 */
export function updateTracked(
  tracked: TrackedWork,
  list: readonly Work[],
  isReportedElsewhere: (key: string) => boolean,
): { tracked: TrackedWork; ended: Work[] } {
  const next: Record<string, 'working' | 'ended'> = {}
  const ended: Work[] = []
  for (const work of list) {
    const key = workKey(work.kind, work.id)
    if (work.state === 'working') next[key] = 'working'
    else if (tracked[key] !== undefined && !isReportedElsewhere(key)) {
      if (tracked[key] === 'working') ended.push(work)
      next[key] = 'ended'
    }
  }
  return { tracked: next, ended }
}
