import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, type QueryValues } from '#web/api.ts'
import type { OpenedQueue } from './review-session.ts'

/** Interval for checking for new projects and decisions by others. */
const refetchMs = 60_000

/**
 * The queue in its opening order. Projects decided by others leave it; new ones are kept apart until requested. Projects that
 * this person has handled, and the one on the screen, stay.
 */
export function useQueueOrder(opened: OpenedQueue, query: QueryValues, stays: (slug: string) => boolean) {
  const [all, setAll] = useState<readonly string[]>(opened.slugs)
  const { data: now, refetch } = useQuery({
    queryKey: ['review-queue-now', query],
    queryFn: ({ signal }) => api('GET /api/v4/reviews/queue/', { query, signal }),
    initialData: opened,
    staleTime: refetchMs,
    refetchInterval: refetchMs,
    gcTime: 0,
  })
  const { known, matching } = useMemo(
    () => ({ known: new Set(all), matching: new Set(now.slugs) }),
    [all, now.slugs],
  )
  // A queue above its limit is returned only in part, so new projects cannot be recognized.
  const isWhole = now.count === now.slugs.length && opened.count === opened.slugs.length
  return {
    slugs: isWhole ? all.filter((slug) => matching.has(slug) || stays(slug)) : all,
    comeIn: isWhole ? now.slugs.filter((slug) => !known.has(slug)) : [],
    addComeIn: (slugs: readonly string[]) => setAll([...all, ...slugs]),
    lookAgain: () => void refetch(),
  }
}
