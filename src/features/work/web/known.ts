import { workKey } from '#shared/work.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { createStore } from '#web/store.ts'
import type { Work } from '../contract.ts'

/** The person's work that this browser has seen under way, or whose end they have not seen yet. */
export type Known = Readonly<Record<string, 'working' | 'ended'>>

const place = (userId: number) => `almoner.work.${userId}`

/** State of the work at this browser's last look. */
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
 * Known work after a look at the list, and the work that has ended since the last look. Work whose end another part of
 * the page announces (`isToldElsewhere`), and work that left the list, is forgotten.
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
