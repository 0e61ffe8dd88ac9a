import { workKey } from '#shared/work.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { createStore } from '#web/store.ts'
import type { Work } from '../contract.ts'

/** Own work that this browser has seen under way, or whose end nobody has looked at yet. */
export type Known = Readonly<Record<string, 'working' | 'ended'>>

const place = (userId: number) => `almoner.work.${userId}`

/** What this browser knows of it, as it was last looked at. */
export const knownWork = createStore<Known>({})

export function readKnown(userId: number): Known {
  try {
    return JSON.parse(readStored(place(userId)) ?? '{}') as Known
  } catch {
    return {}
  }
}

export function keepKnown(userId: number, known: Known): void {
  knownWork.set(known)
  writeStored(place(userId), Object.keys(known).length > 0 ? JSON.stringify(known) : undefined)
}

/**
 * What is known after a look at the list, and which work has ended since the last one. Work whose end another part of the page
 * tells (`isToldElsewhere`) and work that left the list is forgotten.
 */
export function lookAgain(
  known: Known,
  list: readonly Work[],
  isToldElsewhere: (key: string) => boolean,
): { known: Known; ended: Work[] } {
  const next: Record<string, 'working' | 'ended'> = {}
  const ended: Work[] = []
  for (const work of list) {
    const key = workKey(work.kind, work.id)
    if (work.state === 'working') next[key] = 'working'
    else if (known[key] !== undefined && !isToldElsewhere(key)) {
      if (known[key] === 'working') ended.push(work)
      next[key] = 'ended'
    }
  }
  return { known: next, ended }
}
