import { useRef, useState } from 'react'
import { type Draft, emptyDraft } from './review-session.ts'

/**
 * Choices and text for the project on the screen. When an unsaved project returns to the front, the current draft is set aside
 * and restored with its own project.
 */
export function useDrafts() {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const aside = useRef(new Map<string, Draft>())
  return {
    draft,
    change: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    /** Starts a project's draft: from `start`, else from the draft set aside for it, else empty. */
    begin: (slug: string, start?: Draft) => {
      setDraft(start ?? aside.current.get(slug) ?? emptyDraft)
      aside.current.delete(slug)
    },
    putAside: (slug: string | undefined) => {
      if (slug !== undefined && draft !== emptyDraft) aside.current.set(slug, draft)
    },
  }
}
