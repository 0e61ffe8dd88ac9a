import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, type QueryValues } from '#web/api.ts'
import type { Opened } from './review-session.ts'

/** How often it is looked for what has come in, and what others have decided. */
const lookAgainMs = 60_000

/**
 * The queue in the order it was opened in: what others have decided meanwhile leaves it, what has come in is kept apart
 * until it is asked for. What this person has dealt with, and what is on the screen, stays.
 */
export function useOrder(opened: Opened, query: QueryValues, stays: (slug: string) => boolean) {
  const [all, setAll] = useState<readonly string[]>(opened.slugs)
  const { data: now, refetch } = useQuery({
    queryKey: ['review-queue-now', query],
    queryFn: ({ signal }) => api('GET /api/v4/reviews/queue/', { query, signal }),
    initialData: opened,
    staleTime: lookAgainMs,
    refetchInterval: lookAgainMs,
    gcTime: 0,
  })
  const { known, matching } = useMemo(
    () => ({ known: new Set(all), matching: new Set(now.slugs) }),
    [all, now.slugs],
  )
  // Of a queue that is longer than it may be, only the first are told: then nobody knows what is new.
  const isWhole = now.count === now.slugs.length && opened.count === opened.slugs.length
  return {
    slugs: isWhole ? all.filter((slug) => matching.has(slug) || stays(slug)) : all,
    comeIn: isWhole ? now.slugs.filter((slug) => !known.has(slug)) : [],
    addComeIn: (slugs: readonly string[]) => setAll([...all, ...slugs]),
    lookAgain: () => void refetch(),
  }
}
