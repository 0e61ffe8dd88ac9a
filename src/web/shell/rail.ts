import { useLayoutEffect, useMemo } from 'react'
import { useProfile } from '../profile.tsx'
import { railKey, readStored, writeStored } from '../storage.ts'
import { createStore, useStore } from '../store.ts'

/** Number of current pages that want more room. */
const railRequests = createStore(0)
/** Each person's choice since the page was opened. */
const railChoices = createStore<Readonly<Record<number, boolean>>>({})

/**
 * Called by a page that wants more room: while it is shown, the navigation is a rail, unless the person chose
 * otherwise.
 */
export function useRail(): void {
  useLayoutEffect(() => {
    railRequests.set(railRequests.get() + 1)
    return () => railRequests.set(railRequests.get() - 1)
  }, [])
}

/** Whether the navigation is folded, by the person or for a page, and the toggle; stored per person. */
export function useFoldedNavigation(): { folded: boolean; fold: (folded: boolean) => void } {
  const person = useProfile()?.id
  const choices = useStore(railChoices)
  const isWanted = useStore(railRequests) > 0
  const stored = useMemo(() => (person === undefined ? undefined : readStored(railKey(person))), [person])
  const choice = person === undefined ? undefined : choices[person]
  return {
    folded: choice ?? (stored ? stored === 'folded' : isWanted),
    fold: (next) => {
      if (person === undefined) return
      railChoices.set({ ...railChoices.get(), [person]: next })
      writeStored(railKey(person), next ? 'folded' : 'open')
    },
  }
}
