import { workKey } from '#shared/work.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { createStore } from '#web/store.ts'
import type { Work } from '../contract.ts'

/** The person's work that this browser has seen under way, or whose end they have not seen yet. */
export type TrackedWork = Readonly<Record<string, 'working' | 'ended'>>

const place = (userId: number) => `almoner.work.${userId}`

/** State of the work at this browser's last look. */
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
 * Tracked work after a look at the list, and the work that has ended since the last look. Work whose end another part of
 * the page announces (`isReportedElsewhere`), and work that left the list, is forgotten.
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
