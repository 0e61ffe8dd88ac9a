import { useRef, useState } from 'react'
import { type Draft, emptyDraft } from './review-session.ts'

/**
 * What is chosen and typed for the project on the screen. What stood there when one that was not saved came back in front of
 * it is put aside, and stands again when its project does.
 */
export function useDrafts() {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const aside = useRef(new Map<string, Draft>())
  return {
    draft,
    change: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    /** Another project is on the screen: with `start`, else with what was put aside for it, else with nothing. */
    begin: (slug: string, start?: Draft) => {
      setDraft(start ?? aside.current.get(slug) ?? emptyDraft)
      aside.current.delete(slug)
    },
    putAside: (slug: string | undefined) => {
      if (slug !== undefined && draft !== emptyDraft) aside.current.set(slug, draft)
    },
  }
}
