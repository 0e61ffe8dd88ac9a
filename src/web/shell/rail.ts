import { useEffect, useMemo } from 'react'
import { useProfile } from '../profile.tsx'
import { readStored, writeStored } from '../storage.ts'
import { createStore, useStore } from '../store.ts'

/** Pages that are on the screen and want the room: the navigation is a rail as long as there is one. */
const wanted = createStore(0)
/** What each person chose since the page was opened. */
const chosen = createStore<Readonly<Record<number, boolean>>>({})

const key = (person: number) => `almoner.rail.${person}`

/** A page that needs the room calls it: the navigation folds to its rail while the page is there. */
export function useRail(): void {
  useEffect(() => {
    wanted.set(wanted.get() + 1)
    return () => wanted.set(wanted.get() - 1)
  }, [])
}

/** Whether the person has folded the navigation, whether a page has, and the switch between both; kept per person. */
export function useFoldedNavigation(): { folded: boolean; forced: boolean; fold: (folded: boolean) => void } {
  const person = useProfile()?.id
  const choices = useStore(chosen)
  const forced = useStore(wanted) > 0
  const stored = useMemo(() => person !== undefined && readStored(key(person)) === 'folded', [person])
  const folded = (person === undefined ? undefined : choices[person]) ?? stored
  return {
    folded,
    forced,
    fold: (next) => {
      if (person === undefined) return
      chosen.set({ ...chosen.get(), [person]: next })
      writeStored(key(person), next ? 'folded' : undefined)
    },
  }
}
